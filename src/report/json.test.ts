import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import type { Report } from '../judge/report.ts'
import { json } from './reporters.ts'
import { conformant, failed, incomplete, violations, type Whole } from './sampleReports.test-data.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../dist/generated/report.schema.json', import.meta.url), 'utf8'),
)
const ajv = new Ajv2020({
  allErrors: true,
  formats: { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) },
})
const validate = ajv.compile(schema)

const place = { path: 'plant-store.baseline.yaml', line: 4 }
// A report with every optional property.
const whole: Whole<Report> = {
  ...conformant,
  target: { ...conformant.target, start: { command: 'npm start -- --port {port}' } },
  options: { ...conformant.options, plan: 'monitor' },
  summary: { ...conformant.summary, listed: 0 },
  health: ['1 of 164 requests got a 503 and was repeated'],
  notJudged: ['1 other path (api/openapi.yaml:47)'],
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

test.each([
  ['conformant', conformant],
  ['violations', violations],
  ['incomplete', incomplete],
  ['whole', whole],
])('the JSON of the %s report is valid against the schema', (_name, report) => {
  validate(JSON.parse(json(report)))
  expect(validate.errors ?? []).toEqual([])
})
