import { readFileSync } from 'node:fs'
import { compileSchemas } from '../contract/compileSchemas.ts'
import { packageRoot } from '../contract/packageRoot.ts'
import { toValidate } from '../contract/violation.ts'
import type { Report } from '../harness/report.ts'
import { verifyDefaults } from '../harness/verifyOptions.ts'
import { fileError } from './errors.ts'
import { readText } from './readText.ts'

/**
 * Reads a JSON report of this kit, of an older one, or of a later one, which may have more members. Throws a UsageError for a
 * file that is not a report.
 */
export function readReport(file: string): Report {
  const report = complete(parse(file))
  const [violation] = validate(report)
  if (violation === undefined) return report as Report
  const { pointer, expected, actual } = violation
  const place = pointer === '' ? '' : `${pointer}: `
  throw fileError(
    file,
    undefined,
    `not a JSON report of the kit: ${place}expected ${expected}, got ${actual}`,
  )
}

function parse(file: string): unknown {
  const text = readText(file)
  try {
    return JSON.parse(text)
  } catch {
    throw fileError(file, undefined, 'not JSON; expected a report of plant-store verify --report json')
  }
}

/** Adds the members that the first kits did not write. What is wrong in another way stays so. */
function complete(value: unknown): unknown {
  if (!isObject(value) || value.options !== undefined) return value
  const { target, findings } = value
  if (!isObject(target) || !Array.isArray(findings)) return value
  return {
    ...value,
    target: { name: URL.parse(String(target.baseUrl))?.host ?? target.baseUrl, ...target },
    options: {
      engines: [],
      strict: false,
      timeoutMs: verifyDefaults.timeout,
      seed: verifyDefaults.seed,
      maxRequests: verifyDefaults.maxRequests,
      users: 1,
      expectations: false,
      headers: [],
      resolve: [],
    },
    profile: {},
    findings: findings.map(completeFinding),
  }
}

function completeFinding(finding: unknown): unknown {
  if (!isObject(finding)) return finding
  const { check, evidence } = finding
  return {
    id: check,
    fix: `Run plant-store checks ${check}.`,
    ...finding,
    evidence: Array.isArray(evidence) ? evidence.map(completeEvidence) : evidence,
  }
}

function completeEvidence(evidence: unknown): unknown {
  if (!isObject(evidence)) return evidence
  const { request, response } = evidence
  return { steps: [{ request: { head: request }, response: { head: response }, connection: 1 }], ...evidence }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function validate(report: unknown): ReturnType<ReturnType<typeof toValidate>> {
  const text = readFileSync(new URL('spec/report.schema.json', packageRoot), 'utf8')
  // Only this kit's own reports have no other members than those of its schema.
  const schema = JSON.parse(text, (key, value) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  )
  return toValidate(compileSchemas(schema).at(''))(report)
}
