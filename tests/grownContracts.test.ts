import { readFileSync } from 'node:fs'
import { createServer, request as send } from 'node:http'
import { expect, test } from 'vitest'
import { startTestMock } from '../src/mock/mock.testing.ts'
import { reporters } from '../src/report/reporters.ts'
import { verify } from '../src/verify.ts'
import { createFile } from './folder.testing.ts'
import { listen } from './listen.testing.ts'

type Answer = { status: number; body: unknown }
type Change = (answer: Answer, query: URLSearchParams) => Answer

const CONTRACT = 'examples/contracts/next.yaml'

/** Changes every list. */
const changeList =
  (change: (plants: readonly unknown[], query: URLSearchParams) => unknown): Change =>
  ({ status, body }, query) => ({ status, body: Array.isArray(body) ? change(body, query) : body })

/** Changes one plant, by its index, in every list that is long enough. */
const changePlant = (index: number, change: (plant: Record<string, unknown>) => unknown): Change =>
  changeList((plants) =>
    plants.map((plant, at) => (at === index ? change(plant as Record<string, unknown>) : plant)),
  )

/** Changes every 400. */
const changeError =
  (change: (error: Record<string, unknown>) => unknown): Change =>
  ({ status, body }) => ({ status, body: status === 400 ? change(body as Record<string, unknown>) : body })

/** Starts a server that changes the responses of the contract's mock. Returns the base URL. */
async function startChanged(change: Change): Promise<string> {
  const mock = await startTestMock({ contract: CONTRACT })
  const { port, pathname } = new URL(mock.url)
  const server = createServer((incoming, outgoing) => {
    const { method, url: path = '', headers } = incoming
    const forwarded = send(
      { host: '127.0.0.1', port, method, path, headers, agent: false },
      async (reply) => {
        const { statusCode: status = 0, headers: given } = reply
        const text = Buffer.concat(await reply.toArray()).toString()
        if (method !== 'GET' || ![200, 400, 401].includes(status)) {
          outgoing.writeHead(status, given).end(text)
          return
        }
        const query = new URL(path, 'http://127.0.0.1').searchParams
        const changed = change({ status, body: JSON.parse(text) }, query)
        const body = changed.body === undefined ? 'no token' : JSON.stringify(changed.body)
        outgoing.writeHead(changed.status, { ...given, 'content-length': Buffer.byteLength(body) }).end(body)
      },
    )
    forwarded.end()
  })
  return `http://127.0.0.1:${await listen(server)}${pathname.replace(/\/$/, '')}`
}

const options = {
  contract: CONTRACT,
  token: 'token-alice',
  otherToken: 'token-bob',
  engines: ['probes'],
} as const

test('the mock is conformant to another contract', async () => {
  const mock = await startTestMock({ contract: CONTRACT })
  const report = await verify(mock.url, options)
  expect(report.findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([])
  expect(report.verdict).toBe('conformant')
  expect(report.contract.version).not.toBe('1.0.0')
  expect(report.requests).toBeLessThanOrEqual(180)
})

/** The check that must report a faulty server, the line of the violated requirement in the contract, and the message. */
type Reported = readonly [check: string, line: string, message: string]

/** The faulty servers. */
const faults: Readonly<Record<string, readonly [Change, Reported]>> = {
  'returns one plant more than the parameter says': [
    changeList((plants, query) => (query.has('max') ? [...plants, { name: 'Aloe vera' }] : plants)),
    ['limit-honoured', '- name: max', 'plants'],
  ],
  'forgets the id of a plant at the end of the list': [
    changePlant(14, ({ id: _, ...plant }) => plant),
    ['plant-schema', '- id', '/14: expected an object with "id"'],
  ],
  'returns a telephone number twice': [
    changePlant(0, (plant) => ({
      ...plant,
      supplier: { name: 'Leaf', country: 'NZ', phones: ['+64211234567', '+64211234567'] },
    })),
    [
      'plant-schema',
      'uniqueItems: true',
      '/0/supplier/phones: expected not to have equal elements, got an array of 2',
    ],
  ],
  'still returns the former error': [
    changeError(() => ({ error: 400, message: 'max must be an integer' })),
    ['error-schema', 'required: [code, message, details]', 'expected an object with "code"'],
  ],
  'returns text in a 401': [
    (answer) => (answer.status === 401 ? { ...answer, body: undefined } : answer),
    ['error-schema', 'type: object', 'the body of the 401 is not JSON'],
  ],
  'returns more than the default': [
    changeList((plants, query) => (query.has('max') ? plants : [...plants, ...plants])),
    ['limit-default-applied', 'default: 20', 'but the default is 20'],
  ],
  'crashes on the largest limit': [
    (answer, query) =>
      query.get('max') === '100' ? { status: 500, body: { error: 500, message: 'x' } } : answer,
    ['limit-positive-no-crash', 'schema:', '?max=100 gets a server error'],
  ],
}

test.each(Object.entries(faults))(
  'the kit reports a server of another contract that %s',
  async (_title, [change, [check, line, message]]) => {
    const report = await verify(await startChanged(change), { ...options, plan: 'monitor' })
    const finding = report.findings.find((each) => each.check === check)
    expect(finding).toMatchObject({ verdict: 'fail', level: 'MUST' })
    expect(finding?.clause).toMatch(/^examples\/contracts\/next\.yaml#\//)
    const lines = readFileSync(CONTRACT, 'utf8').split('\n')
    expect(lines[(finding?.line ?? 0) - 1]).toContain(line)
    expect(finding?.violations[0]?.message).toContain(message)
    expect(report.verdict).toBe('violations')
  },
)

test('Prism and Dredd report the same violations of a contract with its own path and server', async () => {
  const change = changePlant(1, (plant) => ({ ...plant, heightCm: 'tall' }))
  const engines = ['probes', 'prism', 'dredd'] as const
  const report = await verify(await startChanged(change), { ...options, engines })
  expect(report.engines.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
  const failed = report.findings.filter(({ verdict }) => verdict === 'fail')
  expect(failed.map(({ check, engines: all }) => [check, all])).toEqual([['plant-schema', [...engines]]])
  expect(failed[0]?.violations[0]?.message).toContain('/1/heightCm: expected a number, got the string "tall"')
})

test('expectations need plants with a name', async () => {
  const text = readFileSync('spec/openapi.yaml', 'utf8').replace(
    / {14}examples:\n {16}plants:[\s\S]*?(?= {8}"400")/,
    '',
  )
  const file = createFile(
    'next.yaml',
    text.replace('- name\n      properties:\n        name:', '- label\n      properties:\n        label:'),
  )
  const nothing = { sees: [], mustNotSee: [] }
  const expectations = { token: { ...nothing, mustNotSee: ['Aloe vera'] }, otherToken: nothing, hidden: [] }
  await expect(verify('http://127.0.0.1:1', { contract: file, expectations })).rejects.toThrow(
    /next\.yaml:\d+: expectations use plant names, but plants have no property "name" of type string; run without --expect$/,
  )
})

/** The parts to add to the contract, by the line before each part. */
const ADDED: Readonly<Record<string, string>> = {
  '      parameters:': `      parameters:
        - { name: tag, in: query, schema: { type: string, enum: [aroid, fern] } }
        - { name: shop, in: query, required: true, schema: { type: string, example: north } }
        - { name: X-Client, in: header, required: true, schema: { type: integer } }`,
  '          description: Plant response': `          description: Plant response
          headers: { X-Total: { required: true, schema: { type: integer, minimum: 0 } } }`,
}

/** A faulty server's responses: `total` in every X-Total, the other parts only in responses to ?tag=fern. */
type Fault = { status?: number; body?: string; total?: string; isDropped?: true }

/** Serves the kit's own contract with the added parts. Returns the base URL and the path of the contract. */
async function startGrown({ total = '15', ...fault }: Fault): Promise<[string, string]> {
  const text = Object.entries(ADDED).reduce(
    (all, [line, more]) => all.replace(line, more),
    readFileSync('spec/openapi.yaml', 'utf8'),
  )
  const { port } = new URL((await startTestMock()).url)
  const server = createServer(({ method, url = '', headers }, outgoing) => {
    const isComplete = /[?&]shop=north(&|$)/.test(url) && headers['x-client'] === '1'
    const { isDropped, status, body }: Fault = url.includes('tag=fern') ? fault : {}
    if (isDropped) return outgoing.destroy()
    if (body !== undefined)
      return outgoing.writeHead(200, { 'Content-Type': 'application/json', 'X-Total': total }).end(body)
    const path = isComplete ? url : '/plants?limit=none'
    const forwarded = send({ host: '127.0.0.1', port, method, path, headers, agent: false }, (reply) => {
      outgoing.writeHead(status ?? reply.statusCode ?? 0, { 'X-Total': total, ...reply.headers })
      reply.pipe(outgoing)
    })
    return forwarded.end()
  })
  return [`http://127.0.0.1:${await listen(server)}`, createFile('grown.yaml', text)]
}

test.each<[string, Fault, check?: string, message?: string]>([
  ['is correct', {}],
  [
    'fails for a parameter',
    { status: 500 },
    'operation-no-crash',
    '?shop=north&tag=fern gets a server error',
  ],
  ['drops the connection for a parameter', { isDropped: true }, 'operation-answers'],
  ['wraps a filtered list', { body: '{}' }, 'plants-array', 'expected an array'],
  [
    'sends text in a header',
    { total: 'many' },
    'header-schema',
    'X-Total: expected an integer, got the string',
  ],
])(
  'the kit judges a server that %s by a contract with more parameters and headers',
  async (_, fault, check, message = '') => {
    const [url, contract] = await startGrown(fault)
    const report = await verify(url, { contract, token: 'token-alice', engines: ['probes'] })
    const failed = report.findings.filter(({ verdict }) => verdict === 'fail')
    expect(failed.map((finding) => finding.check)).toEqual(check === undefined ? [] : [check])
    expect(failed[0]?.violations[0]?.message ?? '').toContain(message)
    expect(report.verdict).toBe(check === undefined ? 'conformant' : 'violations')
    expect(report.notJudged).toBeUndefined()
  },
)

test('a contract without a token, a limit and a 400 is judged without them', async () => {
  const text = readFileSync('spec/openapi.yaml', 'utf8')
    .replace('security:\n  - bearerAuth: []\n', '')
    .replace('name: limit', 'name: offset')
    .replace('"400":', '"422":')
  const server = createServer(({ url = '' }, outgoing) => {
    const [status, body] = /offset=(?!\d)/.test(url) ? [400, 'no'] : [200, '[{"name":"Aloe"},{"name":"Ivy"}]']
    outgoing.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
  })
  const contract = createFile('public.yaml', text)
  const report = await verify(`http://127.0.0.1:${await listen(server)}`, { contract, engines: ['probes'] })
  expect(report.findings.filter(({ verdict }) => verdict === 'fail')).toEqual([])
  expect(report.verdict).toBe('conformant')
  expect(report.notJudged?.map((each) => each.replace(/,.*/, ''))).toEqual(['limits', 'refusals', 'errors'])
  expect(reporters.terminal(report, { color: false })).toContain('Not judged: limits')
})
