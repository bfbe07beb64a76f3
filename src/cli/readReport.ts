import { findKitFile, readText as readFile } from '../contract/files.ts'
import { loadAjv } from '../contract/schema.ts'
import { toValidate } from '../contract/violation.ts'
import type { Report } from '../judge/report.ts'
import { fileError } from './errors.ts'
import { readText } from './readText.ts'

const REPORT = 'a report of plant-store-kit verify --report json=FILE'

/** Reads a JSON report of the kit. Throws a UsageError for any other file. */
export function readReport(file: string): Report {
  const report = parseJson(file)
  const text = readFile(findKitFile('dist/generated/report.schema.json'))
  // Ignore unknown fields, because reports from later versions of the kit may have more fields.
  const schema = JSON.parse(text, (key, member) =>
    key === '$id' || (key === 'additionalProperties' && member === false) ? undefined : member,
  )
  const [violation] = toValidate(loadAjv().compile(schema))(report)
  if (violation === undefined) return report as Report
  const { pointer, expected, actual } = violation
  const reason = `${pointer && `${pointer}: `}expected ${expected}, got ${actual}`
  throw fileError(file, `expected ${REPORT}: ${reason}`)
}

function parseJson(file: string): unknown {
  const text = readText(file)
  try {
    return JSON.parse(text)
  } catch {
    throw fileError(file, `expected ${REPORT}, got text that is not valid or complete JSON`)
  }
}
