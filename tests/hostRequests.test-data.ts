import type { Controls } from '../src/mock/core.ts'
import { wireFaults } from '../src/mock/scenarios/override.ts'

/** A request to send to a mock in each host. The target is relative to the base path. */
export type HostRequest = {
  method?: string
  /** The path and the query. Default: `/plants`. */
  target?: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Changes the mock before the request. */
  before?: (mock: Controls) => void
}

const ALICE = { Authorization: 'Bearer token-alice' }
const ORIGINS = ['https://shop.example', 'https://elsewhere.example', 'null']

const limits = `0 1 2 29 30 31 2147483647 2147483648 9999999999999 -1 -0 +1 %2B1 01 1.0 1.5 1e1 abc %31 %20 %201 0x1 null ٣ ∞ 2&limit=3 2&limit
  2&unknown=1 2;3 [1] 1%00`
const otherQueries = '? ?limit ?limit= ?LIMIT=1 ?limits=2 ?limit[]=1 ?tag=fern ?&&limit=2&'
const tokens = `Bearer*token-alice bearer*token-alice BEARER*token-bob Bearer*token-empty Bearer**token-alice Bearer*unknown Bearer
  Basic*token-alice token-alice Bearer*token-alice,*Bearer*token-bob Bearer*token*alice Bearer*"token-alice"`
// Paths other than the operation's, but not `/`, where the server has its console.
const elsewhere = '/other /plant /plants/ /Plants /plants/1 //plants /plants%2F /%zz /v2/plants'

/** Valid and invalid values of each preference. */
const preferences: Readonly<Record<string, readonly string[]>> = {
  code: ['200', '400', '401', '404', '405', '418', '429', '500', '503', '599', '302', '600', 'abc', ''],
  delay: ['0', '5', '1-9', '-1', 'soon', '600001'],
  fault: [...wireFaults, 'BROKEN'],
  scenario: ['normal', 'empty', 'none-such', ''],
  user: ['bob', 'empty', 'mallory'],
  wait: ['10'],
}

const together = [
  'code=503, delay=1',
  'fault=TRUNCATED_BODY; delay=0',
  'code="404"',
  'CODE=404',
  'code=404, code=500',
  'respond-async, wait=10, code=500',
  'scenario=foreign, user=bob, delay=3',
  '',
  ',;,',
]

/** Lists the requests to send to every host. The values of counters depend on the order of the requests. */
export function hostRequests(scenarios: readonly string[]): HostRequest[] {
  const withPreferences = Object.entries(preferences).flatMap(([name, values]) =>
    values.flatMap((value): HostRequest[] => [
      { headers: { ...ALICE, Prefer: `${name}=${value}` } },
      { headers: ALICE, target: `/plants?limit=3&__${name}=${encodeURIComponent(value)}` },
    ]),
  )
  return [
    ...limits
      .split(/\s+/)
      .map((limit): HostRequest => ({ headers: ALICE, target: `/plants?limit=${limit}` })),
    ...otherQueries.split(' ').map((query): HostRequest => ({ headers: ALICE, target: `/plants${query}` })),
    {},
    ...tokens
      .split(/\s+/)
      .map((token): HostRequest => ({ headers: { Authorization: token.replaceAll('*', ' ') } })),
    ...['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PURGE'].map((method) => ({
      method,
      headers: ALICE,
    })),
    { method: 'HEAD' },
    { method: 'HEAD', headers: ALICE, target: '/plants?limit=x' },
    { method: 'POST', headers: { ...ALICE, 'Content-Type': 'application/json' }, body: '{"name":"Rosa"}' },
    ...['GET', 'HEAD', 'OPTIONS', 'POST'].flatMap((method) =>
      elsewhere.split(' ').map((target): HostRequest => ({ method, target, headers: ALICE })),
    ),
    { headers: ALICE, target: '/pl%61nts?limit=1' },
    ...ORIGINS.flatMap((Origin): HostRequest[] => [
      { headers: { ...ALICE, Origin } },
      { headers: { Origin } },
      { headers: { ...ALICE, Origin }, target: '/plants?limit=-1' },
      { headers: { Origin }, target: '/nowhere' },
      { method: 'DELETE', headers: { Origin } },
      { headers: { ...ALICE, Origin, Prefer: 'code=503' } },
      ...['authorization,x-trace', 'bad{field', ''].map((fields) => ({
        method: 'OPTIONS',
        headers: { Origin, 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': fields },
      })),
    ]),
    ...withPreferences,
    ...together.map((Prefer): HostRequest => ({ headers: { ...ALICE, Prefer } })),
    { headers: { ...ALICE, Prefer: 'code=404' }, target: '/plants?__code=500' },
    { headers: ALICE, target: '/plants?__fault=EMPTY_RESPONSE&limit=1' },
    ...wireFaults.flatMap((fault): HostRequest[] => [
      { method: 'HEAD', headers: { ...ALICE, Prefer: `fault=${fault}` } },
      { headers: { Prefer: `fault=${fault}` }, target: '/nowhere' },
      { headers: { ...ALICE, Prefer: `fault=${fault}, code=500` } },
    ]),
    { headers: ALICE, before: (mock) => mock.scenario('empty') },
    {
      headers: { ...ALICE, 'X-Plant-Store-Session': 'a' },
      before: (mock) => mock.scenario('one', { session: 'a' }),
    },
    { headers: ALICE, target: '/plants?__session=a' },
    { headers: ALICE, before: (mock) => mock.settings({ scenario: 'normal', status: 500, count: 4 }) },
    ...Array.from({ length: 8 }, (): HostRequest => ({ headers: ALICE })),
    { headers: ALICE, before: (mock) => mock.reset() },
    ...scenarios.flatMap((name) => withScenario(name)),
  ]
}

function withScenario(name: string): HostRequest[] {
  const Prefer = `scenario=${name}${name === 'slow' ? ', delay=9' : ''}`
  const session = { 'X-Plant-Store-Session': `session of ${name}` }
  return [
    // Sends enough requests to use up every counter.
    ...Array.from({ length: 7 }, (): HostRequest => ({ headers: { ...ALICE, ...session, Prefer } })),
    { method: 'HEAD', headers: { ...ALICE, Prefer } },
    { headers: { Authorization: 'Bearer token-empty', Prefer } },
    { headers: { Authorization: 'Bearer token-bob', Prefer }, target: '/plants?limit=2' },
    { headers: { ...ALICE, Prefer }, target: '/plants?limit=-2' },
    { headers: { Prefer } },
    { headers: { Prefer }, target: '/nowhere' },
  ]
}
