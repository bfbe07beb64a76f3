import { closeSync, openSync, writeSync } from 'node:fs'
import { errorCode } from '../../contract/errors.ts'
import { listNames } from '../../contract/input/suggest.ts'
import type { Report } from '../../harness/report.ts'
import type { ReportFormat } from '../../reporters/reporter.ts'
import { isReportFormat, reporters, reportFormats } from '../../reporters/reporters.ts'
import { UsageError } from '../errors.ts'

/** A report format and its file; without a file, it goes to standard output. */
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

/**
 * Opens the file of every report, so that a file that cannot be written is an error before the run. Returns the function that
 * writes the reports.
 */
export function openDestinations(destinations: readonly Destination[]): (report: Report) => void {
  const opened = destinations.map(({ format, file }) => ({
    format,
    descriptor: file === undefined ? undefined : openFile(file),
  }))
  return (report) => {
    for (const { format, descriptor } of opened) {
      const color = descriptor === undefined && hasColor(process.stdout)
      const text = reporters[format](report, { color })
      if (descriptor === undefined) process.stdout.write(text)
      else {
        writeSync(descriptor, text)
        closeSync(descriptor)
      }
    }
  }
}

function openFile(file: string): number {
  try {
    return openSync(file, 'w')
  } catch (error) {
    throw new UsageError(`cannot write the report to ${file}: ${errorCode(error)}`)
  }
}

function hasColor(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && stream.hasColors()
}
