import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { type Contract, parseContract } from '../../src/contract/contract.ts'
import { readContract } from '../../src/contract/readContract.ts'
import type { Probe } from '../../src/judge/exchange.ts'
import type { PlanFacts } from '../../src/judge/suite.ts'
import { recording, startUntilEnd } from '../../src/record/record.testing.ts'
import { record } from '../../src/record/record.ts'
import { listMissing, listPossiblePairs } from '../../tools/coveringArray/pairs.ts'
import { createCredentials } from './credentials.ts'
import { compose } from './design/createRow.ts'
import { addUsual, areCompatible, dimensions, dropUsual } from './design/dimensions.ts'
import { observe, planPositions } from './design/observe.ts'
import { isRefusable } from './design/planDimension.ts'
import { classifyLimit } from './design/queryDimensions.ts'
import { rowConditions } from './design/rowStages.ts'
import { createPlan } from './index.ts'

/** The probes that the plan sends at most once. The ids never change, because reports contain them. */
const probeIds =
  `list list/content list/limit-after list/again users/other-fresh users/first-fresh head/none method/unknown
  method/report method/propfind-none method/options-none range/unknown-unit
  origin/preflight target/absolute pipeline/limit path/encoded limit-form/name limit/0 limit/max field/long health/bad-limits bad-limit/line-break
  bad-limit/eight-kilobytes auth/two-spaces auth/none health/without-token auth/none-limit
  parallel/with-stranger auth/replay-1 auth/none-bad-limit auth/path-trailing-slash
  auth/path-double-slash auth/path-upper-case auth/path-parameter auth/path-encoded auth/none-tag auth/cookie health/without-tokens
  auth/bare auth/wrong-scheme auth/word-after auth/garbage-first auth/bearer-alone auth/bearer-space
  auth/garbage auth/garbage-again auth/basic auth/other-scheme auth/two-fields auth/tampered auth/half
  auth/cut auth/extended auth/extended-after-padding auth/preceded auth/padded auth/wildcard auth/other-case method/trace
  health/bad-tokens`.split(/\s+/)

const facts: PlanFacts = {
  credentials: createCredentials({ token: 'a-token-of-some-length=', otherToken: 'another-token' }),
  plants: 20,
  headers: {
    etag: '"tag"',
    'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT',
    'set-cookie': 'session=1; Secure',
  },
}
const contract = readContract()
const probes = createProbes(contract)

test('the plan sends every listed probe that suits the token, and otherwise only numbered probes', () => {
  const ids = probes.map(({ id }) => id)
  const numbered = ids.filter((id) => /^(row|head|late)\/\d+$|^auth\/none-with-\d+$/.test(id))
  // The plan halves only tokens of at most eight characters, and pads only tokens without padding.
  const unsent = ['auth/half', 'auth/padded']
  const sent = [...ids.filter((id) => !numbered.includes(id)), ...unsent]
  expect(sent.sort()).toEqual([...probeIds].sort())
  expect(new Set(ids).size).toBe(ids.length)
  expect(numbered.filter((id) => id.startsWith('row/'))).toHaveLength(rowConditions.length)
})

test('the plan sends every credential', () => {
  const { valid, others, none, bad, forms } = facts.credentials
  const sent = new Set(probes.map(({ credential }) => credential))
  const credentials = [valid, ...others, none, ...bad.values(), ...forms.values()]
  expect(credentials.filter((credential) => !sent.has(credential))).toEqual([])
})

test('the plan sends bad tokens last, and only a health probe follows them', () => {
  const isBad = ({ credential }: Probe) => credential.kind === 'bad'
  const first = probes.findIndex(isBad)
  const after = probes.slice(first).filter((probe) => !isBad(probe))
  expect(after.map(({ id }) => id)).toEqual(['health/bad-tokens'])
})

test("the plan for another contract uses the contract's path and parameter", () => {
  const text = contract.text.replace('name: limit', 'name: max').replace('/plants:', '/herbs:')
  const renamed = createProbes(parseContract(text))
  expect(renamed.map(({ id }) => id)).toEqual(probes.map(({ id }) => id))
  expect(renamed.filter(({ query }) => query?.includes('limit'))).toEqual([])
  expect(renamed.filter(({ path }) => path?.includes('plants'))).toEqual([])
})

function createProbes(from: Contract, known = facts): Probe[] {
  return createPlan(from).flatMap((stage) => stage.probes(known))
}

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

test.for(['token-alice', 'a.b~c_d+e/f==', JWT])(
  'the shell command in a report sends the same credentials as the probe: %s',
  (token) => {
    const { valid, bad, forms } = createCredentials({ token })
    const all = [valid, ...bad.values(), ...forms.values()].flatMap(({ fields, label }) =>
      fields.map(({ value, shell }) => ({ label, value, shell })),
    )
    // Use one shell for all credentials, because the start of a shell takes longer than the rest of the test.
    const lines = all.map(({ shell }) => `printf '%s\\0' "${shell}"`)
    const printed = execFileSync('bash', ['-c', lines.join('\n')], {
      env: { ...process.env, PLANT_STORE_TOKEN: token },
      encoding: 'utf8',
    }).split('\0')
    expect(all.map(({ label }, index) => [label, printed[index]])).toEqual(
      all.map(({ label, value }) => [label, value]),
    )
  },
)

test('no bad credential is the token, and no shell string contains the token', () => {
  const { bad } = createCredentials({ token: JWT })
  for (const { fields } of bad.values())
    for (const { value, shell } of fields) {
      expect(value).not.toBe(`Bearer ${JWT}`)
      expect(shell).not.toContain(JWT.slice(0, 20))
    }
})

test('the plan changes a JWT in the middle of its signature, not at its end', () => {
  const { bad } = createCredentials({ token: JWT })
  const [tampered = ''] = bad.get('tampered')?.fields.map(({ value }) => value.replace('Bearer ', '')) ?? []
  const signature = JWT.lastIndexOf('.') + 1
  const changed = [...JWT].findIndex((letter, index) => letter !== tampered[index])
  expect(changed).toBeGreaterThan(signature + 5)
  expect(changed).toBeLessThan(JWT.length - 5)
})

test('shell commands use a separate variable for each other user', () => {
  const { others } = createCredentials({ token: 'first', otherToken: ['second', 'third'] })
  expect(others.map(({ user, label, fields }) => [user, label, fields[0]?.value, fields[0]?.shell])).toEqual([
    [2, "the second user's token", 'Bearer second', 'Bearer $PLANT_STORE_OTHER_TOKEN'],
    [3, "the third user's token", 'Bearer third', 'Bearer $PLANT_STORE_OTHER_TOKEN_2'],
  ])
  expect(createCredentials({ token: 'first', otherToken: 'second' }).others).toEqual(others.slice(0, 1))
})

/** Creates all probes of the plan for a long list, with a schema for the limit. */
function createProbesFor(schema: readonly string[]): Probe[] {
  const lines = ['type: integer', ...schema].map((line) => `            ${line}\n`)
  const text = contract.text.replace('            type: integer\n            format: int32\n', lines.join(''))
  return createProbes(parseContract(text), { ...facts, plants: 250 })
}

/** Returns the single limit in a query, if this limit is an integer. */
function limitOf({ query = '' }: Probe): string | undefined {
  const values = new URLSearchParams(query.replaceAll(/%(?![0-9a-f]{2})/gi, '%25')).getAll('limit')
  return values.length === 1 && /^-?\d+$/.test(values[0] ?? '') ? values[0] : undefined
}

test.each<[minimum: number, maximum: number, schema: string[]]>([
  [-(2 ** 31), 2 ** 31 - 1, ['format: int32']],
  [1, 100, ['format: int32', 'minimum: 1', 'maximum: 100', 'default: 20']],
  [10, 50, ['exclusiveMinimum: 9', 'maximum: 50']],
  [0, Number.MAX_SAFE_INTEGER, ['format: int64', 'minimum: 0']],
])('limits are classified correctly by a range from %d to %d', (minimum, maximum, schema) => {
  const probes = createProbesFor(schema)
  const sent = probes.flatMap((probe) => {
    const text = limitOf(probe)
    return text === undefined ? [] : [{ ...probe, text }]
  })
  expect(sent.length).toBeGreaterThan(40)
  const wrong = sent.filter(({ text, limit }) => limit !== classifyLimit({ minimum, maximum }, text))
  expect(wrong.map(({ id, text, limit }) => `${id} ${text} ${limit}`)).toEqual([])
  const mistaken = sent.filter(
    ({ limit, maxResults, text }) => maxResults !== (limit === 'positive' ? Number(text) : undefined),
  )
  expect(mistaken.map(({ id }) => id)).toEqual([])
  const byText = new Map(sent.filter(({ benign }) => benign).map(({ text, limit }) => [text, limit]))
  if (maximum < 1000) {
    expect(byText.get(String(maximum))).toBe('positive')
    expect(byText.get(String(maximum + 1))).toBe('outside')
  }
  expect(new Set(probes.map(({ id }) => id)).size).toBe(probes.length)
})

const oneUser = { ...facts, credentials: createCredentials({ token: 'a-token-of-some-length=' }) }

test.each([
  ['one user', oneUser],
  ['two users', facts],
])('with %s, at most 180 requests cover every possible pair of values', (_, known) => {
  const sent = createProbes(contract, known)
  const pairs = listPossiblePairs(known)
  expect(pairs.length).toBeGreaterThan(2_900)
  // Only users' requests have conditions.
  const rows = sent.flatMap(({ conditions }) => (conditions ? [conditions] : []))
  expect(listMissing(pairs, rows)).toEqual([])
  expect(sent.length).toBeLessThanOrEqual(180)
})

test('at least three rows have each value of each dimension, and each of some common limits', () => {
  const rows = rowConditions.map(addUsual)
  const rare = dimensions.flatMap(({ id, values }) =>
    values
      .filter((value) => rows.filter((row) => row[id] === value.id).length < 3)
      .map((value) => [id, value.id]),
  )
  expect(rare).toEqual([])
  const limits = probes.filter(({ id }) => id.startsWith('row/')).map(({ maxResults }) => maxResults)
  for (const limit of [1, 2, 10, 1000])
    expect(limits.filter((each) => each === limit).length).toBeGreaterThan(2)
})

test('a row has at most one value that a server may refuse', () => {
  const excuses = rowConditions.map(
    (conditions) =>
      dimensions.filter(({ id, values }) =>
        values.some((value) => value.id === conditions[id] && isRefusable(value)),
      ).length,
  )
  expect(Math.max(...excuses)).toBe(1)
})

test('every single condition can be composed, with the earlier requests that it needs', () => {
  for (const { id: dimension, values } of dimensions)
    for (const { id: value } of values) {
      // Some spellings of the query need a limit.
      const conditions =
        [{ [dimension]: value }, { [dimension]: value, limit: 'one' }].find(areCompatible) ?? {}
      const last = observe(compose(contract, facts, conditions, { id: 'test' })).at(-1)
      expect(last?.conditions).toMatchObject(dropUsual({ [dimension]: value }))
    }
})

test("a required header's value is text in the command that repeats a request", () => {
  const value = 'a $(id) `id` $HOME \\" b'
  const shop = { name: 'X-Shop', in: 'header', required: true, example: value, schema: { type: 'string' } }
  const text = contract.text.replace('      parameters:\n', `$&        - ${JSON.stringify(shop)}\n`)
  const [probe] = createProbes(parseContract(text, 'next.yaml'))
  const header = probe?.credential.fields.find(({ name }) => name === 'X-Shop')
  expect(header?.value).toBe(value)
  // In a report, the header is in double quotes, and its quotation marks have backslashes.
  const command = `printf %s "${header?.shell.replaceAll('"', '\\"')}"`
  expect(execFileSync('sh', ['-c', command], { encoding: 'utf8' })).toBe(value)
})

test('each request has its planned position on its connection, if the server keeps connections open', async () => {
  const { baseUrl, token, otherToken } = await startUntilEnd()
  const suite = { plan: () => createPlan(contract), credentials: createCredentials, checks: () => [] }
  const { exchanges } = await record(baseUrl, { ...recording, suite, engines: {} }, { token, otherToken })
  const planned = planPositions(exchanges.map(({ probe }) => probe))
  expect(exchanges.map(({ probe, connection }) => [probe.id, connection.earlier])).toEqual(
    exchanges.map(({ probe }, index) => [probe.id, planned[index]]),
  )
  expect(exchanges.length).toBeGreaterThan(150)
  expect(exchanges.length).toBeLessThanOrEqual(180)
})
