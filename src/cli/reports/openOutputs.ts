import { errorCode, messageOf } from '../../contract/words.ts'
import { escapeLine } from '../../report/text/escapeText.ts'
import { UsageError } from '../errors.ts'
import type { Destination, Format } from './destination.ts'
import { type GithubFile, type GithubTexts, openGithubFiles } from './githubFiles.ts'
import { hasColor } from './hasColor.ts'
import { describeDescriptor, openPlace, type Place } from './reportPlace.ts'
import { writeText } from './writeText.ts'

/** The texts of what is reported, each made when it is written. */
type Texts<Name extends string = Format> = {
  format: (format: Name, color: boolean) => string | readonly string[]
  /** The verdict in a few lines. */
  verdict: (color: boolean) => string
  /** For the files of GitHub's runner. */
  github: GithubTexts
}

/** Writes reports. Resolves to false if one of them could not be written; a line on standard error says which. */
type Write<Name extends string> = (texts: Texts<Name>) => Promise<boolean>

/**
 * Makes sure before the run that every report can be written, each to a different destination. Throws a UsageError otherwise. With
 * `showsVerdict`, the verdict is on the terminal, whatever the reports are.
 */
export function openOutputs<Name extends string = Format>(
  destinations: readonly Destination<Name>[],
  showsVerdict: boolean,
): Write<Name> {
  const outputs = destinations.map(openDestination<Name>)
  checkPlaces(outputs)
  const githubFiles = outputs.some(({ format }) => format === 'github') ? openStepFiles() : []
  const isOutput = ({ place }: Output<Name>): boolean => place.kind === 'descriptor' && place.descriptor <= 2
  const usesStandardOutput = outputs.some(({ place }) => place.id === describeDescriptor(1).id)
  return async ({ format: formatText, verdict, github }) => {
    // The terminal first: whatever happens to the files, the verdict is there.
    let shown = !showsVerdict
    let complete = true
    for (const output of outputs.toSorted((one, other) => Number(isOutput(other)) - Number(isOutput(one)))) {
      const isTerminal = output.format === 'terminal' && isOutput(output)
      if (!isOutput(output) && !shown) shown = await showVerdict(verdict, usesStandardOutput)
      const { format, place } = output
      const written = await succeeds(format, place.name, () =>
        writeText(place, formatText(format, hasColor(place))),
      )
      if (isTerminal && written) shown = true
      if (!written) complete = false
    }
    if (!shown) await showVerdict(verdict, usesStandardOutput)
    for (const { variable, append } of githubFiles)
      if (!(await succeeds('github', `$${variable}`, () => append(github)))) complete = false
    return complete
  }
}

type Output<Name extends string> = { format: Name; place: Place }

function openDestination<Name extends string>({ format, file }: Destination<Name>): Output<Name> {
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
function checkPlaces(outputs: readonly Output<string>[]): void {
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
async function succeeds(format: string, name: string, write: () => Promise<void> | void): Promise<boolean> {
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
async function showVerdict(verdict: Texts['verdict'], usesStandardOutput: boolean): Promise<boolean> {
  for (const descriptor of usesStandardOutput ? [2] : [1, 2])
    try {
      const place = describeDescriptor(descriptor)
      await writeText(place, verdict(hasColor(place)))
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
