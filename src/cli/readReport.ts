import { readFileSync } from 'node:fs'
import { compileSchemas } from '../contract/compileSchemas.ts'
import { packageRoot } from '../contract/files.ts'
import { toValidate } from '../contract/violation.ts'
import type { Report, ReportOptions } from '../judge/report.ts'
import { verifyDefaults } from '../judge/verifyOptions.ts'
import { completeReport } from '../report/completeReport.ts'
import { fileError } from './errors.ts'
import { readText } from './readText.ts'

/**
 * Reads a JSON report of this kit, of an older one, or of a later one, which may have more members. Throws a UsageError for a
 * file that is not a report.
 */
export function readReport(file: string): Report {
  return toReport(file, readJson(file))
}

function toReport(file: string, value: unknown): Report {
  if (isObject(value) && 'targets' in value)
    throw fileError(
      file,
      undefined,
      'it is about several targets; expected the report of one, which --report json={name}.json writes',
    )
  const report = complete(value)
  validate(file, report, 'report.schema.json')
  return report as Report
}

function readJson(file: string): unknown {
  const text = readText(file)
  try {
    return JSON.parse(text)
  } catch {
    throw fileError(file, undefined, 'not JSON; expected a report of plant-store verify --report json')
  }
}

/** Adds the members that the first kits did not write. What is wrong in another way stays so. */
function complete(value: unknown): unknown {
  if (!isObject(value) || value.options !== undefined || !isOlder(value)) return value
  return { ...completeReport(value as Report), options: UNKNOWN }
}

/** The defaults: the first kits did not say what was asked. */
const UNKNOWN: ReportOptions = {
  engines: [],
  strict: false,
  timeoutMs: verifyDefaults.timeout,
  seed: verifyDefaults.seed,
  maxRequests: verifyDefaults.maxRequests,
  users: 1,
  expectations: false,
  headers: [],
  resolve: [],
}

/** Whether it has what `completeReport` reads. */
function isOlder({ target, findings }: Record<string, unknown>): boolean {
  return (
    isObject(target) &&
    typeof target.baseUrl === 'string' &&
    isListOf(
      findings,
      ({ check, evidence }) =>
        typeof check === 'string' &&
        isListOf(
          evidence,
          ({ request, response }) => typeof request === 'string' && typeof response === 'string',
        ),
    )
  )
}

function isListOf(value: unknown, isItem: (item: Record<string, unknown>) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isObject(item) && isItem(item))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Throws a UsageError unless the value is as the schema says. */
function validate(file: string, value: unknown, schemaFile: string): void {
  const text = readFileSync(new URL(`spec/${schemaFile}`, packageRoot), 'utf8')
  // Only this kit's own reports have no other members than those of its schema.
  const schema = JSON.parse(text, (key, member) =>
    key === 'additionalProperties' && member === false ? undefined : member,
  )
  const [violation] = toValidate(compileSchemas(schema).at(''))(value)
  if (violation === undefined) return
  const { pointer, expected, actual } = violation
  const place = pointer === '' ? '' : `${pointer}: `
  throw fileError(
    file,
    undefined,
    `not a JSON report of the kit: ${place}expected ${expected}, got ${actual}`,
  )
}
