import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import type { EngineName, EngineReport, FindingVerdict, Report, Verdict } from '../judge/report.ts'
import { json } from './json.ts'
import { conformant, failed, incomplete, violations, type Whole } from './sampleReports.test-data.ts'

const schema = JSON.parse(readFileSync(new URL('../../spec/report.schema.json', import.meta.url), 'utf8'))
const ajv = new Ajv2020({
  allErrors: true,
  formats: { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) },
})
const validate = ajv.compile(schema)

const place = { path: 'plant-store.baseline.yaml', line: 4 }
// Has every optional member too, so a member that is new in the report fails here until the schema describes it.
const whole: Whole<Report> = {
  ...conformant,
  target: { ...conformant.target, start: { command: 'npm start -- --port {port}', cwd: 'server' } },
  options: { ...conformant.options, plan: 'monitor' },
  summary: { ...conformant.summary, listed: 0 },
  health: ['1 of 164 requests got a 503 and was repeated'],
  decidedBy: [{ finding: 'limit-honoured' }],
  baseline: {
    entries: 1,
    problems: [{ id: 'plants-array', message: 'plants-array no longer occurs.', place }],
    expiring: [{ id: 'limit-honoured', message: 'soon', place }],
    distant: [{ id: 'limit-usable', message: 'late', place }],
    expired: [{ id: 'limit-honoured', message: 'over', place }],
  },
  findings: [failed],
}

/** By the names of the objects that they are in. */
const OPTIONAL: Record<string, readonly string[]> = {
  target: ['route', 'start'],
  start: ['cwd'],
  options: ['plan', 'maxTimeMs', 'rate'],
  summary: ['listed'],
  '': ['baseline', 'decidedBy', 'health'],
  // Of a report, and of a finding.
  baseline: ['owner', 'ticket', 'firstSeen', 'intermittent', 'expiring', 'distant', 'expired'],
  problems: ['place'],
  expiring: ['place'],
  distant: ['place'],
  expired: ['place'],
  profile: Object.keys(whole.profile),
  violations: ['clause'],
  findings: ['line', 'when', 'cause', 'contrast', 'outcomes', 'blockedBy', 'note', 'follows', 'baseline'],
  evidence: ['conditions', 'turns', 'unusual', 'place', 'bytes'],
  conditions: ['limit'],
  turns: ['limit'],
  steps: ['response', 'failure', 'at', 'unusual', 'note'],
  request: ['body', 'bodyBytes'],
  response: ['body', 'bodyBytes'],
  body: ['coding'],
}

test.each([
  ['conformant', conformant],
  ['violations', violations],
  ['incomplete', incomplete],
  ['whole', whole],
])('the JSON of the %s report is valid against the schema', (_name, report) => {
  validate(JSON.parse(json(report)))
  expect(validate.errors ?? []).toEqual([])
})

test('the JSON contains the report and nothing else', () => {
  expect(JSON.parse(json(violations))).toEqual(violations)
  expect(json(violations).split('\n').slice(0, 2)).toEqual(['{', '  "schemaVersion": 1,'])
  expect(json(violations)).toMatch(/[^\n]\n$/)
})

test('control characters are escaped, and parsed back unchanged', () => {
  const hostile = { ...conformant, reasons: ['\u001b[2J\u009b2J\u007f'] }
  expect(json(hostile)).toContain(String.raw`"\u001b[2J\u009b2J\u007f"`)
  expect(JSON.parse(json(hostile))).toEqual(hostile)
})

test('the schema describes exactly the members of the report', () => {
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
    [$defs.baselineMark, finding.baseline],
    [properties.baseline, whole.baseline],
    [$defs.finding.properties.occurrences, finding.occurrences],
    [$defs.follower, finding.follows[0]],
    [$defs.violation, finding.violations[0]],
    [$defs.evidence, finding.evidence[0]],
    [$defs.evidence.properties.place, finding.evidence[0]?.place],
    [$defs.step, finding.evidence[0]?.steps[0]],
    [$defs.message, finding.evidence[0]?.steps[0]?.response],
    [properties.options, whole.options],
  ]
  for (const [{ properties: names }, value] of described)
    expect(Object.keys(value ?? {}).toSorted()).toEqual(Object.keys(names).toSorted())
  expect(required).toEqual(
    Object.keys(properties).filter((name) => !['baseline', 'decidedBy', 'health'].includes(name)),
  )
})

test('a report with a missing or an unknown member is invalid', () => {
  const objects = listObjectPaths(whole)
  for (const path of objects) {
    const more = structuredClone(whole)
    Object.assign(at(more, path), { surplus: true })
    expect(validate(more), `surplus at ${path.join('/')}`).toBe(false)
    for (const name of Object.keys(at(whole, path))) {
      const fewer = structuredClone(whole)
      Reflect.deleteProperty(at(fewer, path), name)
      const object = path.findLast((step) => !/^\d+$/.test(step)) ?? ''
      const optional = OPTIONAL[object]?.includes(name) === true
      expect(validate(fewer), `without ${[...path, name].join('/')}`).toBe(optional)
    }
  }
})

test('the schema lists the same verdicts, levels, statuses and engines as the types', () => {
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

/** The paths of all objects in a value. */
function listObjectPaths(value: object, path: string[] = []): string[][] {
  const inner = Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'object' && member !== null ? listObjectPaths(member, [...path, name]) : [],
  )
  return Array.isArray(value) ? inner : [path, ...inner]
}

function at(value: object, path: string[]): object {
  return path.reduce<object>((inner, name) => Reflect.get(inner, name), value)
}
