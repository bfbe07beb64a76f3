import {
  accessSync,
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isatty, WriteStream } from 'node:tty'
import { errorCode, messageOf } from '../contract/words.ts'
import { escapeLine } from '../report/text/escapeText.ts'
import { UsageError } from './errors.ts'
import type { Destination, Format } from './values.ts'

/** The texts of what is reported, each made when it is written. */
type Texts<Name extends string> = {
  format: (format: Name, color: boolean) => string | readonly string[]
  /** The verdict in a few lines. */
  verdict: (color: boolean) => string
  /** For the files of GitHub's runner. */
  github: GithubTexts
}

/** Writes reports. Resolves to false if one of them could not be written; a line on standard error says which. */
type Write<Name extends string> = (texts: Texts<Name>) => Promise<boolean>

/** Standard output or standard error, or the path of a file. */
type Place = 1 | 2 | string

/**
 * Makes sure before the run that every report can be written, each to a different destination. Throws a UsageError otherwise. With
 * `showsVerdict`, the verdict is on the terminal, whatever the reports are.
 */
export function openOutputs<Name extends string = Format>(
  destinations: readonly Destination<Name>[],
  showsVerdict: boolean,
): Write<Name> {
  const outputs = destinations.map(({ format, file }) => ({ format, place: openReport(format, file) }))
  for (const [index, { format, place }] of outputs.entries()) {
    const other = outputs.slice(0, index).find((each) => each.place === place)
    if (other)
      throw new UsageError(
        `expected a different destination for each report, got ${describe(place)} for ${other.format} and for ${format}`,
      )
  }
  const githubFiles = outputs.some(({ format }) => format === 'github') ? openStepFiles() : []
  const usesStandardOutput = outputs.some(({ place }) => place === 1)
  const isFile = ({ place }: { place: Place }): boolean => typeof place === 'string'
  return async ({ format: formatText, verdict, github }) => {
    let isShown = !showsVerdict
    let isComplete = true
    // The terminal first: whatever happens to the files, the verdict is there.
    for (const { format, place } of outputs.toSorted((one, other) => +isFile(one) - +isFile(other))) {
      if (typeof place === 'string' && !isShown) isShown = await showVerdict(verdict, usesStandardOutput)
      const isWritten = await succeeds(format, describe(place), () =>
        write(place, formatText(format, hasColor(place))),
      )
      if (isWritten && format === 'terminal' && place === 1) isShown = true
      if (!isWritten) isComplete = false
    }
    if (!isShown) await showVerdict(verdict, usesStandardOutput)
    for (const { variable, append } of githubFiles)
      if (!(await succeeds('github', `$${variable}`, () => append(github)))) isComplete = false
    return isComplete
  }
}

function openReport(format: string, file: string | undefined): Place {
  // GitHub's runner finds its commands among the lines of other reports.
  if (file === undefined) return format === 'github' ? 2 : 1
  if (/^\/dev\/(stdout|fd\/1)$/.test(file)) return 1
  if (/^\/dev\/(stderr|fd\/2)$/.test(file)) return 2
  try {
    return openFile(file)
  } catch (error) {
    throw new UsageError(`cannot write the ${format} report to ${file}: ${explain(error)}`)
  }
}

/** The path of a file without symbolic links. Creates missing folders. Throws the error of the file system if it cannot be written. */
export function openFile(file: string): string {
  mkdirSync(dirname(resolve(file)), { recursive: true })
  const path = join(realpathSync(dirname(resolve(file))), basename(file))
  const real = existsSync(path) ? realpathSync(path) : path
  const stats = statSync(real, { throwIfNoEntry: false })
  if (stats?.isDirectory() || /[/\\]$/.test(file))
    throw Object.assign(new Error('a folder'), { code: 'EISDIR' })
  if (stats) accessSync(real, constants.W_OK)
  if (stats?.isFile() === false) return real
  const temporary = nameTemporary(real)
  closeSync(openSync(temporary, 'wx'))
  rmSync(temporary)
  return real
}

function nameTemporary(beside: string): string {
  return join(dirname(beside), `.plant-store-${crypto.randomUUID()}.tmp`)
}

function describe(place: Place): string {
  return typeof place === 'string' ? place : place === 1 ? 'standard output' : 'standard error'
}

/** Writes a text, which may be in parts. Rejects with the error of the file system; a file then keeps its old contents. */
async function write(place: Place, text: string | readonly string[]): Promise<void> {
  if (typeof place === 'string') replaceFile(place, text)
  else for (const part of [text].flat()) await writeStandard(place, part)
}

/** Replaces a file in one step, so that it always has its old contents or all of the new ones. A device is written to. */
export function replaceFile(target: string, text: string | readonly string[]): void {
  const before = statSync(target, { throwIfNoEntry: false })
  const isDevice = before?.isFile() === false
  const file = isDevice ? target : nameTemporary(target)
  try {
    const descriptor = openSync(file, isDevice ? 'w' : 'wx', before?.mode)
    for (const part of [text].flat()) writeFileSync(descriptor, part)
    // Windows cannot rename an open file.
    closeSync(descriptor)
    if (!isDevice) renameSync(file, target)
  } catch (error) {
    if (!isDevice) rmSync(file, { force: true })
    throw error
  }
}

/** Resolves when the text is written, or when its reader has gone, which is not a failure. */
async function writeStandard(descriptor: 1 | 2, text: string): Promise<void> {
  const stats = fstatSync(descriptor)
  // The stream of Node.js ignores that a full disk took only a part of the text.
  if (stats.isFile() || (stats.isCharacterDevice() && !isatty(descriptor)))
    return writeFileSync(descriptor, text)
  const stream = descriptor === 1 ? process.stdout : process.stderr
  // Without a listener, the stream would throw the error.
  stream.once('error', () => {})
  const error = await new Promise<unknown>((resolve) => stream.write(text, resolve))
  if (error && errorCode(error) !== 'EPIPE') throw error
}

/** Shows the verdict where no data report goes. Resolves to whether it was written. */
async function showVerdict(
  verdict: (color: boolean) => string,
  usesStandardOutput: boolean,
): Promise<boolean> {
  for (const place of usesStandardOutput ? ([2] as const) : ([1, 2] as const))
    try {
      await write(place, verdict(hasColor(place)))
      return true
    } catch {
      // Closed, or on a full disk.
    }
  return false
}

/** Whether a report gets colours: on terminals, unless NO_COLOR is set, and in logs, if FORCE_COLOR is. Files never do. */
export function hasColor(place: Place, environment: NodeJS.ProcessEnv = process.env): boolean {
  if (typeof place === 'string') return false
  const { FORCE_COLOR: forced, NO_COLOR: refused } = environment
  if (forced !== undefined) return !['0', 'false'].includes(forced)
  const stream = place === 1 ? process.stdout : process.stderr
  return !refused && stream instanceof WriteStream && stream.hasColors(environment)
}

/** Whether a report was written. If not, a line on standard error says why. */
async function succeeds(format: string, name: string, action: () => Promise<void> | void): Promise<boolean> {
  try {
    await action()
    return true
  } catch (error) {
    say(`cannot write the ${format} report to ${name}: ${explain(error)}`)
    return false
  }
}

/** A line on standard error, so that a report on standard output stays whole. */
export function say(text: string): void {
  process.stderr.write(`${escapeLine(`plant-store-kit: ${text}`)}\n`)
}

/** Why a file cannot be written. */
export function explain(error: unknown): string {
  const code = errorCode(error)
  return (code && HINTS[code]) ?? code ?? messageOf(error)
}

const HINTS: Readonly<Record<string, string>> = {
  EEXIST: 'a part of its path is a file (EEXIST)',
  ENOTDIR: 'a part of its path is a file (ENOTDIR)',
  EISDIR: 'it is a folder (EISDIR)',
  ENOSPC: 'the disk is full (ENOSPC)',
}

/** The summary of a step as Markdown, and its outputs. */
type GithubTexts = { summary: () => string; outputs: Readonly<Record<string, string | number>> }

/** A file that the runner reads when the step ends. What earlier commands of the step wrote to it stays. */
type GithubFile = { variable: string; append: (texts: GithubTexts) => void }

function openStepFiles(): GithubFile[] {
  try {
    return openGithubFiles()
  } catch (error) {
    throw new UsageError(`cannot write the github report to the files of the step: ${explain(error)}`)
  }
}

/** The summary and the outputs of the step on GitHub's runner; none elsewhere. Throws if one of them cannot be written. */
function openGithubFiles(): GithubFile[] {
  const formats = { GITHUB_STEP_SUMMARY: formatSummary, GITHUB_OUTPUT: formatOutputs }
  return Object.entries(formats).flatMap(([variable, format]) => {
    const file = process.env[variable] ?? ''
    if (file === '') return []
    appendFileSync(file, '')
    return { variable, append: (texts) => appendFileSync(file, format(texts, statSync(file).size)) }
  })
}

/** The runner drops a larger summary of a step. */
const MAX_SUMMARY = 1024 * 1024

function formatSummary({ summary }: GithubTexts, size: number): string {
  const text = `\n${summary()}\n`
  const [headline] = text.trimStart().split('\n', 1)
  const brief = `\n${headline}\n\nThis summary has no room for more.\n`
  return [text, brief].find((each) => Buffer.byteLength(each) < MAX_SUMMARY - size) ?? ''
}

function formatOutputs({ outputs }: GithubTexts): string {
  // The delimiter cannot be known to the text between.
  const delimiter = `plant-store-${crypto.randomUUID()}`
  const texts = Object.entries(outputs).map(
    ([name, value]) => `${name}<<${delimiter}\n${value}\n${delimiter}\n`,
  )
  // An earlier command may have left its last line without an end.
  return `\n${texts.join('')}`
}
