import { shellWord } from '../../contract/words.ts'
import type { Report } from '../../judge/report.ts'
import type { ReporterOptions } from '../reporter.ts'

/** Writes the command that replays the finding with an id. */
export type ReplayLine = (id: string) => string

/** Creates the function that writes the commands which replay a report's findings; undefined if no file has the JSON report. */
export function createReplayLine(
  { target: { start } }: Pick<Report, 'target'>,
  { saved, program = 'plant-store' }: Pick<ReporterOptions, 'saved' | 'program'>,
): ReplayLine | undefined {
  if (saved === undefined) return undefined
  const flag = (name: string, value: string | undefined): string =>
    value === undefined ? '' : ` ${name} ${shellWord(value)}`
  return (id) => `${program} replay ${shellWord(saved)} ${id}${flag('--start', start?.command)}`
}
