/**
 * The mutants of one statement that the kit need not report. A comment above it says how many, and why:
 * `// 2 equivalent mutants: <why the server is still valid>` or `// 1 mutant not checked: <heading of docs/not-checked.md>`.
 */
export type Exception = {
  file: string
  /** The first line of the statement and the last, counted from 1. */
  from: number
  to: number
  comments: readonly Comment[]
}

type Comment = { kind: 'equivalent' | 'not checked'; count: number; why: string }

/** Reads the comments of a file. A statement ends before the next line that is not indented deeper. */
export function readExceptions(file: string, content: string): Exception[] {
  const lines = content.split('\n')
  return lines.flatMap((line, index) => {
    // Of several comments, the last one starts here.
    const next = lines[index + 1] ?? ''
    if (!readComment(line) || readComment(next)) return []
    const depth = next.search(/\S/)
    const after = lines.findIndex((each, place) => place > index + 1 && isOutside(each, depth))
    const first = lines.slice(0, index).findLastIndex((each) => !readComment(each)) + 1
    const comments = lines.slice(first, index + 1).flatMap((each) => readComment(each) ?? [])
    return { file, from: index + 2, to: after === -1 ? lines.length : after, comments }
  })
}

/** How many mutants of a kind an exception has. */
export function countExceptions({ comments }: Exception, kind: Comment['kind']): number {
  return comments.filter((comment) => comment.kind === kind).reduce((sum, { count }) => sum + count, 0)
}

function readComment(line: string): Comment | undefined {
  const [, count, equivalent, why] =
    /^\s*\/\/ (\d+) (?:(equivalent) mutants?|mutants? not checked): (.+)$/.exec(line) ?? []
  return why === undefined
    ? undefined
    : { kind: equivalent ? 'equivalent' : 'not checked', count: Number(count), why }
}

/** A closing bracket belongs to the statement, and so does what follows it on its line. */
function isOutside(line: string, depth: number): boolean {
  const start = line.search(/\S/)
  return start !== -1 && start <= depth && !(start === depth && /[)\]}]/.test(line.charAt(start)))
}
