import {
  accessSync,
  appendFileSync,
  constants,
  createWriteStream,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { styleText } from 'node:util'
import { errorCode, readReason } from '../contract/words.ts'
import { escapeLine } from '../report/text/escapeText.ts'
import { type Finish, UsageError } from './errors.ts'
import type { Destination, Format } from './values.ts'

/** The place for a report: 1 for standard output, 2 for standard error, or the path of a file. */
type Place = 1 | 2 | string

/** The text of a report: a string, or the parts of a long string. */
export type Text = string | Iterable<string>

/** Formats the result of a command as a report. `brief` shows the findings in one line each. */
type Formatter<Name extends string> = (
  format: Name | 'terminal' | 'markdown',
  options: { color: boolean; brief?: boolean },
) => Text

/**
 * Throws a UsageError if a report cannot be written, or if two reports go to the same place. Returns a function that writes the reports. If
 * writing a report fails, standard error says so, and the exit code isn't 0. `showsVerdict` prints the verdict even without a terminal report.
 */
export function openOutputs<Name extends string = Format>(
  destinations: readonly Destination<Name>[],
  showsVerdict: boolean,
  finish: Finish,
) {
  const outputs = destinations
    .map(({ format, file }) => ({ format, place: openPlace(format, file) }))
    // Write archives last, after the verdict, because they may be large.
    .sort((one, other) => Number(one.format === 'har') - Number(other.format === 'har'))
  for (const [index, { format, place }] of outputs.entries()) {
    const other = outputs.slice(0, index).find((each) => each.place === place)
    if (other)
      throw new UsageError(
        `--report: ${other.format} and ${format} both go to ${describe(place)}; write one of these reports to another file: --report ${format}=FILE`,
      )
  }
  const printed = outputs.find(({ place }) => place === 1)
  return async (formatText: Formatter<Name>, step: Readonly<Record<string, string | number>>) => {
    if (showsVerdict && printed?.format !== 'terminal') {
      const place = printed ? 2 : 1
      const verdict = formatText('terminal', { color: hasColor(place), brief: true })
      // Ignore errors here, so that the exit code stays the same if the verdict cannot be printed.
      await write(place, verdict).catch(() => {})
    }
    for (const { format, place } of outputs)
      try {
        await write(place, formatText(format, { color: hasColor(place) }))
        if (format === 'github') appendToStep(String(formatText('markdown', { color: false })), step)
      } catch (error) {
        const places = format === 'github' ? `${describe(place)} or the step's files` : describe(place)
        say(`cannot write the ${format} report to ${places}: ${readReason(error)}`)
        finish(3)
      }
  }
}

function openPlace(format: string, file: string | undefined): Place {
  // Write commands for GitHub's runner to standard error, because standard output may contain another report.
  if (file === undefined) return format === 'github' ? 2 : 1
  if (file === '/dev/stdout') return 1
  if (file === '/dev/stderr') return 2
  return openFile(file, `the ${format} report`)
}

/** Resolves a file's path, and creates missing folders. Throws a UsageError if the file, called `what`, cannot be written. */
export function openFile(file: string, what: string): string {
  try {
    createFolder(dirname(resolve(file)))
    const path = existsSync(file) ? realpathSync(file) : resolve(file)
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats?.isDirectory()) throw new Error('expected a file instead of a folder')
    accessSync(stats ? path : dirname(path), constants.W_OK)
    return path
  } catch (error) {
    throw new UsageError(`cannot write ${what} to ${file}: ${readReason(error)}`)
  }
}

/** Creates a folder and its parent folders. Does not use the option `recursive` of Node.js, which may never return for a folder in /proc. */
export function createFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  createFolder(dirname(folder))
  mkdirSync(folder)
}

function describe(place: Place): string {
  return typeof place === 'string' ? place : place === 1 ? 'standard output' : 'standard error'
}

/** Writes a report. Resolves when the report is written. If the reader closes the stream, this is not a failure. */
async function write(place: Place, text: Text): Promise<void> {
  if (typeof place === 'string') return replaceFile(place, text)
  const stream = place === 1 ? process.stdout : process.stderr
  for (const part of typeof text === 'string' ? [text] : text) {
    const error = await new Promise<unknown>((written) => stream.write(part, written))
    if (error && errorCode(error) !== 'EPIPE') throw error
  }
}

/** Replaces a file atomically: it has either its old or its new contents. Also removes the temporary file if the process exits early. */
export async function replaceFile(path: string, text: Text): Promise<void> {
  const stats = statSync(path, { throwIfNoEntry: false })
  // Write directly to a pipe or a device, which cannot be replaced.
  if (stats?.isFile() === false) return pipeline(Readable.from(text), createWriteStream(path))
  const written = join(dirname(path), `.plant-store-${crypto.randomUUID()}.tmp`)
  const remove = (): void => rmSync(written, { force: true })
  process.once('exit', remove)
  try {
    await pipeline(Readable.from(text), createWriteStream(written, { mode: stats?.mode }))
    renameSync(written, path)
  } finally {
    remove()
    process.off('exit', remove)
  }
}

/** Whether a report has colours: usually on terminals unless NO_COLOR is set, in logs if FORCE_COLOR is set, and never in files. */
export function hasColor(place: Place): boolean {
  if (typeof place === 'string') return false
  return styleText('bold', ' ', { stream: place === 1 ? process.stdout : process.stderr }) !== ' '
}

/** Prints a line to standard error, because standard output may contain a report. */
export function say(text: string): void {
  process.stderr.write(`${escapeLine(`plant-store-kit: ${text}`)}\n`)
}

/** The maximum size of a step summary in bytes. GitHub's runner drops longer summaries. */
const MAX_SUMMARY = 1024 * 1024

/** On GitHub, appends to the files for the step's summary and outputs, which the runner reads when the step ends. */
function appendToStep(markdown: string, outputs: Readonly<Record<string, string | number>>): void {
  const { GITHUB_STEP_SUMMARY: summaryFile, GITHUB_OUTPUT: outputFile } = process.env
  if (summaryFile) {
    const size = statSync(summaryFile, { throwIfNoEntry: false })?.size ?? 0
    if (size + Buffer.byteLength(markdown) + 2 <= MAX_SUMMARY) appendFileSync(summaryFile, `\n${markdown}\n`)
  }
  const lines = Object.entries(outputs).map(([name, value]) => `${name}=${value}\n`)
  // Start with a newline, because the last line of an earlier command may have none.
  if (outputFile) appendFileSync(outputFile, `\n${lines.join('')}`)
}
