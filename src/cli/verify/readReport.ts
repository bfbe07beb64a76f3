import type { Report } from '../../harness/report.ts'
import { UsageError } from '../errors.ts'
import { readText } from '../readText.ts'

/** Reads a JSON report. Throws a UsageError for a file that is none. */
export function readReport(file: string): Report {
  const report = parse(readText(file))
  if (isReport(report)) return report
  throw new UsageError(`${file}: expected a report of plant-store verify --report json=${file}`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isReport(value: unknown): value is Report {
  const { schemaVersion, findings, target } = (value ?? {}) as Partial<Report>
  return schemaVersion === 1 && Array.isArray(findings) && typeof target?.baseUrl === 'string'
}
