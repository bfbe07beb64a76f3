import { errorCode, messageOf } from '../../contract/errors.ts'
import { listNames } from '../../contract/input/suggest.ts'
import type { Report } from '../../harness/report.ts'
import type { ContractCopy, ReportFormat } from '../../reporters/reporter.ts'
import { isReportFormat, reporters, reportFormats } from '../../reporters/reporters.ts'
import { verdict } from '../../reporters/terminal/verdict.ts'
import { escapeLine } from '../../reporters/text/escapeText.ts'
import { UsageError } from '../errors.ts'
import { type GithubFile, openGithubFiles } from './githubFiles.ts'
import { hasColor } from './hasColor.ts'
import { describeDescriptor, openPlace, type Place } from './reportPlace.ts'
import { writeText } from './writeText.ts'

/** A report format and its file; without a file, it goes to standard output, or, for GitHub's runner, to standard error. */
export type Destination = { format: ReportFormat; file?: string }

/** Parses `junit=report.xml`. */
export function toDestination(text: string): Destination {
  const [format = '', ...rest] = text.split('=')
  const file = rest.join('=')
  if (!isReportFormat(format))
    throw new UsageError(`expected the report format ${listNames(reportFormats)}, got "${format}"`)
  if (text.includes('=') && file === '') throw new UsageError(`expected a file name after "${format}="`)
  return file === '' ? { format } : { format, file }
}

/** Writes the reports of a run. Resolves to false if one of them could not be written; a line on standard error says which. */
type WriteReports = (report: Report) => Promise<boolean>

type ReportOptions = {
  contract?: ContractCopy | undefined
  /** Show every check in the terminal report. */
  verbose?: boolean | undefined
  /** The file of the JSON report, if no destination says it. */
  saved?: string
  /** Show the verdict on the terminal, whatever the reports are. */
  showsVerdict?: boolean
}

/** Makes sure before the run that every report can be written, each to a different destination. Throws a UsageError otherwise. */
export function openReports(
  destinations: readonly Destination[],
  {
    contract,
    verbose = false,
    saved = destinations.find(({ format }) => format === 'json')?.file,
    showsVerdict = false,
  }: ReportOptions,
): WriteReports {
  const outputs = destinations.map(openDestination)
  checkPlaces(outputs)
  const githubFiles = outputs.some(({ format }) => format === 'github') ? openStepFiles() : []
  const isOutput = ({ place }: Output): boolean => place.kind === 'descriptor' && place.descriptor <= 2
  const usesStandardOutput = outputs.some(({ place }) => place.id === describeDescriptor(1).id)
  return async (report) => {
    // The terminal first: whatever happens to the files, the verdict is there.
    let shown = !showsVerdict
    let complete = true
    for (const output of outputs.toSorted((one, other) => Number(isOutput(other)) - Number(isOutput(one)))) {
      const isTerminal = output.format === 'terminal' && isOutput(output)
      if (!isOutput(output) && !shown) shown = await showVerdict(report, usesStandardOutput)
      const { format, place } = output
      const written = await succeeds(format, place.name, () =>
        writeText(
          place,
          reporters[format](report, {
            color: hasColor(place),
            verbose,
            saved,
            ...(contract && { contract }),
          }),
        ),
      )
      if (isTerminal && written) shown = true
      if (!written) complete = false
    }
    if (!shown) await showVerdict(report, usesStandardOutput)
    for (const { variable, append } of githubFiles)
      if (!(await succeeds('github', `$${variable}`, () => append(report)))) complete = false
    return complete
  }
}

type Output = { format: ReportFormat; place: Place }

function openDestination({ format, file }: Destination): Output {
  const isForRunner = format === 'github' && file === undefined
  try {
    const place = file === undefined ? describeDescriptor(isForRunner ? 2 : 1) : openPlace(file)
    // The runner finds its commands among the lines of other reports.
    return { format, place: isForRunner ? { ...place, id: 'commands' } : place }
  } catch (error) {
    const name = file ?? (isForRunner ? 'standard error' : 'standard output')
    throw new UsageError(`cannot write the ${format} report to ${name}: ${explain(error)}`)
  }
}

function openStepFiles(): GithubFile[] {
  try {
    return openGithubFiles()
  } catch (error) {
    throw new UsageError(`cannot write the github report to the files of the step: ${explain(error)}`)
  }
}

/** Two reports in one place would be mixed, and a file that is replaced must not be our standard output as well. */
function checkPlaces(outputs: readonly Output[]): void {
  for (const [index, { format, place }] of outputs.entries()) {
    const other = outputs.slice(0, index).find((each) => each.place.id === place.id)
    if (other)
      throw new UsageError(
        `expected a different destination for each report, got ${other.place.name} for ${other.format} and ${place.name} for ${format}`,
      )
    const stream = place.kind === 'file' && [1, 2].find((each) => describeOpen(each)?.id === place.id)
    if (stream)
      throw new UsageError(
        `expected another file for the ${format} report: ${place.name} is also ${describeOpen(stream)?.name}`,
      )
  }
}

/** Undefined if the descriptor is closed. */
function describeOpen(descriptor: number): Place | undefined {
  try {
    return describeDescriptor(descriptor)
  } catch {
    return undefined
  }
}

/** Whether a report was written. If not, a line on standard error says why. */
async function succeeds(
  format: ReportFormat,
  name: string,
  write: () => Promise<void> | void,
): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    process.stderr.write(
      `${escapeLine(`plant-store: cannot write the ${format} report to ${name}: ${explain(error)}`)}\n`,
    )
    return false
  }
}

/** Shows the verdict where no data report goes. Resolves to whether it was written. */
async function showVerdict(report: Report, usesStandardOutput: boolean): Promise<boolean> {
  for (const descriptor of usesStandardOutput ? [2] : [1, 2])
    try {
      const place = describeDescriptor(descriptor)
      await writeText(place, verdict(report, { color: hasColor(place) }))
      return true
    } catch {
      // Closed, or on a full disk.
    }
  return false
}

function explain(error: unknown): string {
  const code = errorCode(error)
  const hint = code === undefined ? undefined : HINTS[code]
  return hint ?? code ?? messageOf(error)
}

const HINTS: Readonly<Record<string, string>> = {
  EEXIST: 'a part of its path is a file (EEXIST)',
  ENOTDIR: 'a part of its path is a file (ENOTDIR)',
  EISDIR: 'it is a folder (EISDIR)',
  ENXIO: 'no program reads from it (ENXIO)',
  ENOSPC: 'the disk is full (ENOSPC)',
  EFBIG: 'the file would be too large (EFBIG)',
}
