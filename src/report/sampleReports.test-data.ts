import type { EngineName, EngineReport, Finding, Report } from '../judge/report.ts'

/** The same type without optional properties, so that this file compiles only if no property of a report is missing. */
export type Whole<T> = T extends (infer Item)[]
  ? Whole<Item>[]
  : T extends object
    ? { [Name in keyof T]-?: Whole<T[Name]> }
    : T

const passed: Finding = {
  id: 'plants-array',
  check: 'plants-array',
  clause: 'openapi.yaml#/paths/~1plants/get/responses/200',
  line: 36,
  level: 'MUST',
  verdict: 'pass',
  engines: ['probes', 'prism', 'dredd'],
  title: 'The body of a 200 is an array',
  fix: 'Return the array itself as the body.',
  violations: [],
  occurrences: { seen: 0, judged: 41 },
  evidence: [],
}

/** The finding of a failed check, with every property that a finding can have. */
export const failed: Whole<Finding> = {
  id: 'plant-name-string',
  check: 'plant-name-string',
  clause: 'openapi.yaml#/components/schemas/Plant/properties/name/type',
  line: 79,
  level: 'MUST',
  verdict: 'fail',
  engines: ['probes', 'prism'],
  title: 'Every name is a string',
  fix: 'Make the name a string for every plant.',
  when: 'only with Accept-Encoding: gzip',
  cause: { kind: 'condition', parts: ['Accept-Encoding: gzip'] },
  contrast: 'passes without Accept-Encoding: gzip',
  outcomes: ['violation', 'pass'],
  blockedBy: ['plants-array'],
  note: 'unstable: the same request violated it in 1 of 2 attempts',
  follows: [{ check: 'plants-array', seen: 3 }],
  violations: [
    {
      message: '/0/name: expected a string, got the number 42',
      pointer: '/0/name',
      expected: 'a string',
      actual: 'the number 42',
      clause: '/components/schemas/Plant/properties/name/type',
    },
  ],
  baseline: {
    status: 'expired',
    reason: 'ships with 4.2',
    expires: '2026-10-31',
    owner: 'catalogue',
    ticket: 'PLANT-12',
    firstSeen: '2026-08-01',
    intermittent: false,
  },
  occurrences: { seen: 3, judged: 41 },
  evidence: [
    {
      probe: 'limit/1',
      conditions: { limit: 'one' },
      turns: { limit: 1 },
      request: 'GET /v1/plants?limit=1 HTTP/1.1\r\nHost: 127.0.0.1:4010\r\n\r\n',
      response: 'HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n[{"name":42}]',
      curl: `curl -sSi -H "Authorization: Bearer $PLANT_STORE_TOKEN" 'http://127.0.0.1:4010/v1/plants?limit=1'`,
      attempt: 2,
      steps: [
        {
          probe: 'limit/1',
          request: {
            head: 'GET /v1/plants?limit=1 HTTP/1.1\r\nHost: 127.0.0.1:4010\r\n\r\n',
            body: { base64: 'AAE=' },
            bodyBytes: 2,
          },
          response: {
            head: 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n',
            body: { text: '[{"name":42}]', coding: 'gzip' },
            bodyBytes: 33,
          },
          failure: 'the connection was closed',
          unusual: 'with Accept-Encoding: gzip',
          connection: 1,
          at: 'once',
          note: 'redirect',
          plants: 1,
        },
      ],
      unusual: 'with Accept-Encoding: gzip',
      place: { part: 'body', offset: 9, length: 2 },
      bytes: { text: '[{"name":42}]', offset: 9, length: 2 },
    },
  ],
}

const { baseline, ...broken }: Finding = failed
const { line: _, ...unplaced } = passed

const warned: Finding = {
  ...unplaced,
  id: 'method-allow-listed',
  check: 'method-allow-listed',
  clause: 'RFC 9110 section 15.5.6',
  level: 'SHOULD',
  verdict: 'warn',
  title: 'A 405 lists the allowed methods',
  violations: [violate('Allow', 'The 405 has no Allow header.', 'Allow: GET', 'no Allow header')],
  when: 'always',
  cause: { kind: 'always' },
  occurrences: { seen: 1, judged: 1 },
}

const observed: Finding = {
  ...warned,
  id: 'version-not-told',
  check: 'version-not-told',
  clause: 'RFC 9110 section 10.2.4',
  level: 'INFO',
  verdict: 'info',
  title: 'The Server header shows no version',
  violations: [violate('Server', 'Server shows a version: Express/4.18.2', 'no version', 'Express/4.18.2')],
  occurrences: { seen: 41, judged: 41 },
}

const notExercised: Finding = {
  ...passed,
  id: 'error-object',
  check: 'error-object',
  verdict: 'not-exercised',
  engines: [],
  title: 'The body of a 400 is an object',
  note: 'no request was answered with 400',
  occurrences: { seen: 0, judged: 0 },
}

const inconclusive: Finding = {
  ...notExercised,
  id: 'limit-honoured',
  check: 'limit-honoured',
  clause: 'openapi.yaml#/paths/~1plants/get/parameters/0',
  verdict: 'inconclusive',
  title: 'Returns at most `limit` plants',
  note: 'the token’s user has 1 plant; at least 2 are needed',
}

/** A report with one check, which passed. */
export const conformant: Omit<Report, 'options' | 'target'> & {
  options: Required<Omit<Report['options'], 'plan'>>
  target: Required<Omit<Report['target'], 'start'>>
} = {
  schemaVersion: 1,
  kit: { name: 'plant-store-kit', version: '0.1.0' },
  contract: { title: 'Plant Store', version: '1.0.0', sha256: 'ab'.repeat(32) },
  target: {
    baseUrl: 'http://127.0.0.1:4010/v1',
    name: '127.0.0.1:4010',
    route: '--proxy http://proxy.example:3128',
  },
  options: {
    engines: ['probes', 'prism', 'dredd'],
    strict: false,
    timeoutMs: 10_000,
    seed: 1,
    maxRequests: 600,
    maxTimeMs: 60_000,
    rate: 5,
    users: 2,
    expectations: false,
    headers: ['X-Tenant'],
    resolve: ['plants.test:443:127.0.0.1'],
  },
  startedAt: '2026-03-04T05:06:07.890Z',
  durationMs: 1432,
  requests: 63,
  verdict: 'conformant',
  exitCode: 0,
  reasons: [],
  summary: { violations: 0, warnings: 0, infos: 0, notExercised: 0, inconclusive: 0, passed: 1 },
  engines: [
    completed('probes', '0.1.0', 312, 'sent 63 requests'),
    completed('prism', '5.16.0', 1204, 'judged 41 requests'),
    completed('dredd', '14.1.0', 1398, 'judged 41 requests'),
  ],
  profile: { '?limit=0': '200 and 0 plants', 'head-supported': 'yes' },
  findings: [passed],
}

/** A report with one finding of each verdict. */
export const violations: Report = {
  ...conformant,
  verdict: 'violations',
  exitCode: 1,
  summary: { violations: 1, warnings: 1, infos: 1, notExercised: 1, inconclusive: 1, passed: 1 },
  findings: [passed, observed, warned, broken, notExercised, inconclusive],
}

/** A report with a finding that the baseline accepts, and with a baseline entry whose violation is fixed. */
export const listed: Report = {
  ...conformant,
  verdict: 'violations',
  exitCode: 1,
  summary: { ...conformant.summary, listed: 1 },
  baseline: {
    entries: 2,
    problems: [{ id: 'plants-array', message: 'plants-array no longer occurs. Remove its entry.' }],
  },
  findings: [
    { ...passed, ...(baseline && { baseline: { ...baseline, status: 'gone' } }) },
    { ...broken, ...(baseline && { baseline: { ...baseline, status: 'listed' } }) },
  ],
}

/** A report without violations, in which two of the engines did not run. */
export const incomplete: Report = {
  ...conformant,
  verdict: 'incomplete',
  exitCode: 3,
  reasons: [
    'Prism did not run: port 4010 is in use.',
    'Dredd did not run: install it with npm install --save-dev dredd@14.',
  ],
  engines: [
    completed('probes', '0.1.0', 312, 'sent 63 requests'),
    { ...completed('prism', '5.16.0', 900, 'port 4010 is in use'), status: 'failed' },
    { ...completed('dredd', '', 0, 'install it with npm install --save-dev dredd@14'), status: 'missing' },
  ],
}

function violate(pointer: string, message: string, expected: string, actual: string) {
  return { message, pointer, expected, actual }
}

function completed(name: EngineName, version: string, durationMs: number, detail: string): EngineReport {
  return { name, version, status: 'completed', durationMs, detail, claims: 0 }
}

/** The properties whose values come only from the kit, and the words in lists that come only from the kit. */
const OURS = 'verdict status level name part probes prism dredd violation pass'.split(' ')

/** Replaces every string of a report that could come from a server, an engine or a file. */
export function replaceTexts(report: Report, text: string): Report {
  return JSON.parse(JSON.stringify(report), (name, value) =>
    typeof value === 'string' && ![name, value].some((each) => OURS.includes(each)) ? text : value,
  )
}
