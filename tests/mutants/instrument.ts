import { readFileSync } from 'node:fs'
import { Instrumenter } from '../node_modules/@stryker-mutator/instrumenter/dist/src/index.js'
import type { MutantServer, MutatedPart } from './mutantServers.ts'

/** One small change to a server's code. */
export type Mutant = {
  /** The mutant's number in this version of the code, for the command line. */
  number: string
  file: string
  line: number
  mutator: string
  /** The code that the mutant replaces, on one line. */
  original: string
  replacement: string
  /** The exception comment of the smallest statement around the mutant that has such a comment. */
  exception: Exception | undefined
}

/** A server's code with all its mutants, of which a switch activates one. */
export type InstrumentedServer = {
  server: MutantServer
  mutants: readonly Mutant[]
  exceptions: readonly Exception[]
  /** The TypeScript code that replaces each mutated module, by the module's URL. */
  modules: Readonly<Record<string, string>>
}

type Range = { start: Position; end: Position }
type Position = { line: number; column: number }

const ROOT = new URL('../../', import.meta.url)

/** Inserts all mutants into a server's code. */
export async function instrument(server: MutantServer): Promise<InstrumentedServer> {
  const texts = new Map(
    server.parts.map(({ file }) => [file, readFileSync(new URL(file, ROOT), 'utf8')] as const),
  )
  const sources = [...texts].map(([name, content]) => {
    const parts = server.parts.filter(({ file }) => file === name)
    return { name, content, mutate: parts.map((part) => findRange(part, content)) }
  })
  const { files, mutants } = await new Instrumenter(silent).instrument(sources, {
    ignorers: [],
    plugins: null,
    excludedMutations: [],
  })
  const exceptions = [...texts].flatMap(([file, content]) => readExceptions(file, content))
  return {
    server,
    exceptions,
    modules: Object.fromEntries(files.map(({ name, content }) => [new URL(name, ROOT).href, content])),
    mutants: mutants.map(({ id, fileName: file, location, mutatorName: mutator, replacement }) => {
      const line = location.start.line + 1
      return {
        ...{ number: id, file, line, mutator },
        original: shorten(cut(texts.get(file) ?? '', location)),
        replacement: shorten(replacement),
        exception: exceptions.findLast((each) => each.file === file && each.from <= line && line <= each.to),
      }
    }),
  }
}

function findRange({ file, from, to }: MutatedPart, content: string): Range {
  const lines = content.split('\n')
  const start = from === undefined ? 0 : lines.findIndex((line) => line.includes(from))
  const last =
    to === undefined
      ? lines.length - 1
      : lines.findIndex((line, index) => index >= start && line.includes(to))
  if (start < 0 || last < 0) throw new Error(`${file} has no line with ${from}, or no later line with ${to}`)
  return { start: { line: start, column: 0 }, end: { line: last, column: lines[last]?.length ?? 0 } }
}

function cut(content: string, { start, end }: Range): string {
  const lines = content.split('\n').slice(start.line, end.line + 1)
  const last = lines.length - 1
  lines[last] = lines[last]?.slice(0, end.column) ?? ''
  lines[0] = lines[0]?.slice(start.column) ?? ''
  return lines.join('\n')
}

/** Shortens code to one line, and cuts out the middle of long code. */
function shorten(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ')
  return line.length > 100 ? `${line.slice(0, 60)} … ${line.slice(-35)}` : line
}

const off = (): boolean => false
const ignore = (): void => {}
const silent = {
  ...{ isTraceEnabled: off, isDebugEnabled: off, isInfoEnabled: off },
  ...{ isWarnEnabled: off, isErrorEnabled: off, isFatalEnabled: off },
  ...{ trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore },
}

/**
 * The mutants of one statement that the kit need not report. A comment above the statement contains their number and the reason:
 * `// 2 equivalent mutants: <why the server is still valid>` or `// 1 mutant not checked: <subject in docs/verdicts.md>`.
 */
export type Exception = {
  file: string
  /** The first and last line of the statement, counted from 1. */
  from: number
  to: number
  comments: readonly Comment[]
}

type Comment = { kind: 'equivalent' | 'not checked'; count: number; why: string }

/** Reads the exception comments of a file. A statement ends before the next line that is not indented deeper. */
function readExceptions(file: string, content: string): Exception[] {
  const lines = content.split('\n')
  return lines.flatMap((line, index) => {
    // Several comments in a row are read together, at the last of these comments.
    const next = lines[index + 1] ?? ''
    if (!readComment(line) || readComment(next)) return []
    const depth = next.search(/\S/)
    const after = lines.findIndex((each, place) => place > index + 1 && isOutside(each, depth))
    const first = lines.slice(0, index).findLastIndex((each) => !readComment(each)) + 1
    const comments = lines.slice(first, index + 1).flatMap((each) => readComment(each) ?? [])
    return { file, from: index + 2, to: after === -1 ? lines.length : after, comments }
  })
}

/** Counts the mutants of this kind that an exception covers. */
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

/** Returns whether a line is outside the statement. A line that starts with a closing bracket belongs to the statement. */
function isOutside(line: string, depth: number): boolean {
  const start = line.search(/\S/)
  return start !== -1 && start <= depth && !(start === depth && /[)\]}]/.test(line.charAt(start)))
}
