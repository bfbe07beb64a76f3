import { packageRoot, readText as readFile } from '../contract/files.ts'
import { loadAjv } from '../contract/schema.ts'
import { toValidate } from '../contract/violation.ts'
import type { Report } from '../judge/report.ts'
import { fileError } from './errors.ts'
import { readText } from './readText.ts'

/** Reads a JSON report from any version of the kit. Throws a UsageError for any other file. */
export function readReport(file: string): Report {
  const report = parseJson(readText(file))
  const text = readFile(new URL('spec/report.schema.json', packageRoot))
  // Reports from later versions may have additional fields.
  const schema = JSON.parse(text, (key, member) =>
    key === '$id' || (key === 'additionalProperties' && member === false) ? undefined : member,
  )
  const [violation] = toValidate(loadAjv().compile(schema))(report)
  if (violation === undefined) return report as Report
  const { pointer, expected, actual } = violation
  const reason = `${pointer && `${pointer}: `}expected ${expected}, got ${actual}`
  throw fileError(file, `expected a report of plant-store-kit verify --report json=FILE: ${reason}`)
}

/** Parses JSON. Returns undefined if the string is not JSON, because no schema accepts undefined. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
