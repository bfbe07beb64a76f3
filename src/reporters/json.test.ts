import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import type { EngineName, EngineReport, FindingVerdict, Report, Verdict } from '../harness/report.ts'
import { json } from './json.ts'
import { conformant, failed, incomplete, violations, type Whole } from './sampleReports.test-data.ts'

const schema = JSON.parse(readFileSync(new URL('../../spec/report.schema.json', import.meta.url), 'utf8'))
const ajv = new Ajv2020({
  allErrors: true,
  formats: { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) },
})
const validate = ajv.compile(schema)

// Declared whole: a field that is added to the report does not compile before it is given here, and then the schema
// does not know it.
const whole: Whole<Report> = { ...conformant, findings: [failed] }

test.each([
  ['conformant', conformant],
  ['violations', violations],
  ['incomplete', incomplete],
  ['whole', whole],
])('the JSON of a report that is %s is valid by the schema', (_name, report) => {
  validate(JSON.parse(json(report)))
  expect(validate.errors ?? []).toEqual([])
})

test('the JSON is the report and nothing else', () => {
  expect(JSON.parse(json(violations))).toEqual(violations)
  expect(json(violations).split('\n').slice(0, 2)).toEqual(['{', '  "schemaVersion": 1,'])
  expect(json(violations)).toMatch(/[^\n]\n$/)
})

test('control characters in the JSON are escaped, and still the same to a parser', () => {
  const hostile = { ...conformant, reasons: ['\u001b[2J\u009b2J\u007f'] }
  expect(json(hostile)).toContain(String.raw`"\u001b[2J\u009b2J\u007f"`)
  expect(JSON.parse(json(hostile))).toEqual(hostile)
})

test('every property that the schema describes is one of the report', () => {
  const { properties, required, $defs } = schema
  const [finding = failed] = whole.findings
  const described: [{ properties: object }, object | undefined][] = [
    [{ properties }, whole],
    [properties.kit, whole.kit],
    [properties.contract, whole.contract],
    [properties.target, whole.target],
    [properties.summary, whole.summary],
    [$defs.engine, whole.engines[0]],
    [$defs.finding, finding],
    [$defs.finding.properties.occurrences, finding.occurrences],
    [$defs.violation, finding.violations[0]],
    [$defs.evidence, finding.evidence[0]],
  ]
  for (const [{ properties: names }, value] of described)
    expect(Object.keys(value ?? {}).toSorted()).toEqual(Object.keys(names).toSorted())
  expect(required).toEqual(Object.keys(properties))
})

test('a report that lacks a property, or has another one, is not valid', () => {
  const objects = pathsOfObjects(whole)
  for (const path of objects) {
    const more = structuredClone(whole)
    Object.assign(at(more, path), { surplus: true })
    expect(validate(more), `surplus at ${path.join('/')}`).toBe(false)
    for (const name of Object.keys(at(whole, path))) {
      const fewer = structuredClone(whole)
      Reflect.deleteProperty(at(fewer, path), name)
      const optional = path[0] === 'findings' && path.length === 2 && ['line', 'note'].includes(name)
      expect(validate(fewer), `without ${[...path, name].join('/')}`).toBe(optional)
    }
  }
})

test('the schema lists the words that the types know, and no others', () => {
  const verdicts: Record<Verdict, Report['exitCode']> = { conformant: 0, violations: 1, incomplete: 3 }
  const findingVerdicts: Record<FindingVerdict, true> = {
    pass: true,
    fail: true,
    warn: true,
    info: true,
    'not-exercised': true,
    inconclusive: true,
  }
  const statuses: Record<EngineReport['status'], true> = {
    completed: true,
    failed: true,
    missing: true,
    skipped: true,
  }
  const engines: Record<EngineName, true> = { probes: true, prism: true, dredd: true }
  const levels: Record<Report['findings'][number]['level'], true> = { MUST: true, SHOULD: true, INFO: true }

  expect(schema.properties.verdict.enum).toEqual(Object.keys(verdicts))
  expect(schema.properties.exitCode.enum).toEqual(Object.values(verdicts))
  expect(schema.$defs.finding.properties.verdict.enum).toEqual(Object.keys(findingVerdicts))
  expect(schema.$defs.finding.properties.level.enum).toEqual(Object.keys(levels))
  expect(schema.$defs.engine.properties.status.enum).toEqual(Object.keys(statuses))
  expect(schema.$defs.engineName.enum).toEqual(Object.keys(engines))
})

/** Where objects stand in a value, as the names that lead to them. */
function pathsOfObjects(value: object, path: string[] = []): string[][] {
  const inner = Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'object' && member !== null ? pathsOfObjects(member, [...path, name]) : [],
  )
  return Array.isArray(value) ? inner : [path, ...inner]
}

function at(value: object, path: string[]): object {
  return path.reduce<object>((inner, name) => Reflect.get(inner, name), value)
}
