import { appendFileSync, statSync } from 'node:fs'

/** The runner drops a larger summary of a step. */
const MAX_SUMMARY = 1024 * 1024

/** The summary of a step as Markdown, and its outputs. */
export type GithubTexts = { summary: () => string; outputs: Readonly<Record<string, string | number>> }

/** A file that the runner reads when the step ends. What earlier commands of the step wrote to it stays. */
export type GithubFile = { variable: string; append: (texts: GithubTexts) => void }

/**
 * Finds the files of GitHub's runner: the summary and the outputs of the step. There are none on another machine. Throws the
 * error of the file system if one of them cannot be written.
 */
export function openGithubFiles(): GithubFile[] {
  const formats = { GITHUB_STEP_SUMMARY: formatSummary, GITHUB_OUTPUT: formatOutputs }
  return Object.entries(formats).flatMap(([variable, format]) => {
    const file = process.env[variable] ?? ''
    if (file === '') return []
    appendFileSync(file, '')
    return { variable, append: (texts) => appendFileSync(file, format(texts, statSync(file).size)) }
  })
}

function formatSummary({ summary }: GithubTexts, size: number): string {
  const text = `\n${summary()}\n`
  const [headline] = text.trimStart().split('\n', 1)
  const brief = `\n${headline}\n\nThis summary has no room for more.\n`
  const most = MAX_SUMMARY - size
  return [text, brief].find((each) => Buffer.byteLength(each) < most) ?? ''
}

function formatOutputs({ outputs }: GithubTexts): string {
  // The delimiter cannot be known to the text between.
  const delimiter = `plant-store-${crypto.randomUUID()}`
  const lines = Object.entries(outputs).flatMap(([name, value]) => [
    `${name}<<${delimiter}`,
    value,
    delimiter,
  ])
  // An earlier command may have left its last line without an end.
  return `\n${lines.join('\n')}\n`
}
