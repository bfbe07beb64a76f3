import {
  appendFileSync,
  closeSync,
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
import { styleText } from 'node:util'
import { errorCode, readReason } from '../contract/words.ts'
import { escapeLine } from '../report/text/escapeText.ts'
import { UsageError } from './errors.ts'
import type { Destination, Format } from './values.ts'

/** Standard output or standard error, or the path of a file. */
type Place = 1 | 2 | string

/** Renders the report in a format. The brief version is the verdict in a few lines. */
type Formatter<Name extends string> = (
  format: Name | 'terminal' | 'markdown',
  options: { color: boolean; brief?: boolean },
) => string

/**
 * Checks before the run that every report can be written, each to its own destination. Throws a UsageError otherwise. Returns a
 * function that writes the reports. It resolves to false if it could not write one of them, and names that report on standard error.
 * With `showsVerdict`, the terminal shows the verdict, whatever the reports are.
 */
export function openOutputs<Name extends string = Format>(
  destinations: readonly Destination<Name>[],
  showsVerdict: boolean,
) {
  const outputs = destinations.map(({ format, file }) => ({ format, place: openPlace(format, file) }))
  for (const [index, { format, place }] of outputs.entries()) {
    const other = outputs.slice(0, index).find((each) => each.place === place)
    if (other)
      throw new UsageError(
        `--report: ${other.format} and ${format} both go to ${describe(place)}; write one of them to another file: --report ${format}=FILE`,
      )
  }
  return async (formatText: Formatter<Name>, step: StepOutputs): Promise<boolean> => {
    let isComplete = true
    let isShown = !showsVerdict
    for (const { format, place } of outputs)
      try {
        await write(place, formatText(format, { color: hasColor(place) }))
        isShown ||= format === 'terminal' && place === 1
        if (format === 'github') appendToStep(formatText('markdown', { color: false }), step)
      } catch (error) {
        const places = format === 'github' ? `${describe(place)} or the files of the step` : describe(place)
        say(`cannot write the ${format} report to ${places}: ${readReason(error)}`)
        isComplete = false
      }
    if (isShown) return isComplete
    // Goes to standard error if standard output has a data report or is full. If both are full, only the exit code is left.
    const place = outputs.some((each) => each.place === 1) ? 2 : 1
    const verdict = formatText('terminal', { color: hasColor(place), brief: true })
    await write(place, verdict).catch(() => {})
    return isComplete
  }
}

function openPlace(format: string, file: string | undefined): Place {
  // GitHub's runner recognises its commands even between lines of other reports.
  if (file === undefined) return format === 'github' ? 2 : 1
  if (file === '/dev/stdout') return 1
  if (file === '/dev/stderr') return 2
  try {
    return openFile(file)
  } catch (error) {
    throw new UsageError(`cannot write the ${format} report to ${file}: ${readReason(error)}`)
  }
}

/** Resolves symbolic links in a file's path, and creates missing folders. Throws the file system's error if the file cannot be written. */
export function openFile(file: string): string {
  const given = resolve(file)
  mkdirSync(dirname(given), { recursive: true })
  const path = existsSync(given) ? realpathSync(given) : join(realpathSync(dirname(given)), basename(given))
  const tried = isDevice(path) ? path : nameTemporary(path)
  closeSync(openSync(tried, isDevice(path) ? 'r+' : 'wx'))
  if (tried !== path) rmSync(tried)
  return path
}

/** Whether the path is not a regular file (such as a pipe), so that it has to be written to instead of replaced. */
function isDevice(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === false
}

function nameTemporary(beside: string): string {
  return join(dirname(beside), `.plant-store-${crypto.randomUUID()}.tmp`)
}

function describe(place: Place): string {
  return typeof place === 'string' ? place : place === 1 ? 'standard output' : 'standard error'
}

/** Resolves when the text is written, or when the reader has closed the stream, which is not a failure. */
async function write(place: Place, text: string): Promise<void> {
  if (typeof place === 'string') return replaceFile(place, text)
  // Node's stream does not report that a full disk took only a part of the text.
  if (fstatSync(place).isFile()) return writeFileSync(place, text)
  const stream = place === 1 ? process.stdout : process.stderr
  const error = await new Promise<unknown>((written) => stream.write(text, written))
  if (error && errorCode(error) !== 'EPIPE') throw error
}

/** Replaces a file atomically, so that it always has either its old or its new contents. */
export function replaceFile(path: string, text: string): void {
  if (isDevice(path)) {
    writeFileSync(path, text)
    return
  }
  const temporary = nameTemporary(path)
  try {
    writeFileSync(temporary, text, { mode: statSync(path, { throwIfNoEntry: false })?.mode })
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Whether a report is coloured: on terminals unless NO_COLOR is set, in logs if FORCE_COLOR is set, and never in files. */
export function hasColor(place: Place): boolean {
  if (typeof place === 'string') return false
  return styleText('bold', ' ', { stream: place === 1 ? process.stdout : process.stderr }) !== ' '
}

/** Prints a line to standard error, so that it is not mixed into a report on standard output. */
export function say(text: string): void {
  process.stderr.write(`${escapeLine(`plant-store-kit: ${text}`)}\n`)
}

/** The outputs of a step in a GitHub workflow. */
type StepOutputs = Readonly<Record<string, string | number>>

/** The runner drops step summaries that are larger than this. */
const MAX_SUMMARY = 1024 * 1024

/** Appends to the files that GitHub's runner reads when the step ends. Outside GitHub there are no such files. */
function appendToStep(markdown: string, outputs: StepOutputs): void {
  const { GITHUB_STEP_SUMMARY: summaryFile, GITHUB_OUTPUT: outputFile } = process.env
  if (summaryFile) {
    const room = MAX_SUMMARY - (statSync(summaryFile, { throwIfNoEntry: false })?.size ?? 0)
    const brief = `${markdown.split('\n', 1)[0]}\n\nThe rest of the report is too long for this summary.`
    const fitting = [markdown, brief].find((text) => Buffer.byteLength(text) + 2 < room)
    if (fitting !== undefined) appendFileSync(summaryFile, `\n${fitting}\n`)
  }
  const lines = Object.entries(outputs).map(([name, value]) => `${name}=${value}\n`)
  // The last line that an earlier command wrote may have no newline.
  if (outputFile) appendFileSync(outputFile, `\n${lines.join('')}`)
}
