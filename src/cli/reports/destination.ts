import { listNames } from '../../contract/suggest.ts'
import { type ComparisonFormat, comparisonFormats } from '../../report/compare/formats.ts'
import type { ReportFormat } from '../../report/reporter.ts'
import { reportFormats } from '../../report/reporters.ts'
import { UsageError } from '../errors.ts'

/** A report format and its file; without a file, it goes to standard output, or, for GitHub's runner, to standard error. */
export type Destination<Name extends string = Format> = { format: Name; file?: string }

/** `har` is the transcript of a run, and no report. */
export type Format = ReportFormat | 'har'

/** Parses `junit=report.xml`. */
export function toDestination(text: string): Destination {
  if (/^har(=|$)/.test(text))
    throw new UsageError('har contains every request of a run, so only plant-store verify can write it')
  return parseDestination(text, reportFormats)
}

/** Parses `har=run.har`, or the same as `toDestination`. */
export function toRunDestination(text: string): Destination {
  return parseDestination<Format>(text, [...reportFormats, 'har'])
}

/** Parses `markdown=comparison.md`. */
export function toComparisonDestination(text: string): Destination<ComparisonFormat> {
  return parseDestination(text, Object.keys(comparisonFormats) as ComparisonFormat[])
}

/** Parses a destination with one of these formats. */
export function parseDestination<Name extends string>(
  text: string,
  formats: readonly Name[],
): Destination<Name> {
  const [name = '', ...rest] = text.split('=')
  const file = rest.join('=')
  const format = formats.find((each) => each === name)
  if (format === undefined)
    throw new UsageError(`expected the report format ${listNames(formats)}, got "${name}"`)
  if (text.includes('=') && file === '') throw new UsageError(`expected a file name after "${format}="`)
  return file === '' ? { format } : { format, file }
}
