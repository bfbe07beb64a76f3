import { closeSync, openSync, writeSync } from 'node:fs'
import type { Report } from '../../harness/report.ts'
import type { ReportFormat } from '../../reporters/reporter.ts'
import { isReportFormat, reporters } from '../../reporters/reporters.ts'
import { UsageError } from '../errors.ts'

/** A report format and the file that it goes to; standard output without one. */
export type Destination = { format: ReportFormat; file?: string }

/** Parses `junit=report.xml`. */
export function toDestination(text: string): Destination {
  const [format = '', ...rest] = text.split('=')
  const file = rest.join('=')
  if (!isReportFormat(format))
    throw new UsageError(
      `expected a report format among ${Object.keys(reporters).join(', ')}, got "${format}"`,
    )
  if (text.includes('=') && file === '') throw new UsageError(`expected a file name after "${format}="`)
  return file === '' ? { format } : { format, file }
}

/** Opens every file before the run, so that one which cannot be written is known at once. The result writes them all. */
export function openDestinations(destinations: readonly Destination[]): (report: Report) => void {
  const opened = destinations.map(({ format, file }) => ({
    format,
    file,
    descriptor: file === undefined ? undefined : open(file),
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

function open(file: string): number {
  try {
    return openSync(file, 'w')
  } catch (error) {
    throw new UsageError(
      `cannot write the report to ${file}: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`,
    )
  }
}

function hasColor(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && stream.hasColors()
}
