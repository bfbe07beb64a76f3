import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadBuiltIn } from '../src/mock/fixtures/loadBuiltIn.ts'
import type { FetchMockOptions } from '../src/mock/hosts/createMock.ts'
import { hostRequests } from './hostRequests.test-data.ts'
import { type Host, hosts, LEFT, type Outcome } from './hosts.testing.ts'

const { fixtures, scenarios } = await loadBuiltIn()
const requests = hostRequests(scenarios.map(({ name }) => name))
const [server = '', ...others] = Object.keys(hosts)

const configurations: Readonly<Record<string, FetchMockOptions>> = {
  'as it comes': {},
  'with a base path, two origins and settings': {
    basePath: '/v1',
    cors: ['https://shop.example', 'https://other.example'],
    settings: { scenario: 'untagged', fixedDelay: 1, seed: 42 },
  },
}

// A window of requests ends when the clock says so: here it stands still.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

/** One host at a time: MSW sees the requests of all. */
async function withHost<T>(
  name: string,
  options: FetchMockOptions,
  use: (host: Host) => Promise<T>,
): Promise<T> {
  const host = await hosts[name]?.({ fixtures, scenarios, ...options })
  if (!host) throw new RangeError(`no host is called ${name}`)
  try {
    return await use(host)
  } finally {
    await host.close()
  }
}

/** What came of every request, and what the mock remembers of those that met a path. */
function ask(name: string, options: FetchMockOptions): Promise<{ outcomes: Outcome[]; journal: unknown[] }> {
  return withHost(name, options, async ({ mock, send }) => {
    const outcomes: Outcome[] = []
    for (const request of requests) {
      request.before?.(mock)
      outcomes.push(await send(request))
    }
    const journal = mock.requests().filter(({ matched }) => matched)
    return { outcomes, journal: journal.map(({ id: _id, headers: _headers, ...entry }) => entry) }
  })
}

const asked = new Map<FetchMockOptions, ReturnType<typeof ask>>()
const cases = Object.entries(configurations).flatMap(([how, options]) =>
  others.map((name) => ({ name, how, options })),
)

test.for(cases)(
  '$name answers byte for byte as the server does, $how',
  { timeout: 60_000 },
  async ({ name, options }) => {
    const promise = asked.get(options) ?? ask(server, options)
    asked.set(options, promise)
    const expected = await promise
    const got = await ask(name, options)
    expect(requests.length).toBeGreaterThan(400)
    const differences = requests.flatMap(({ before: _before, ...request }, index) => {
      const there = expected.outcomes[index]
      const here = got.outcomes[index]
      const same = isLeft(here) ? isElsewhere(there) : isDeepStrictEqual(here, there)
      return same ? [] : [{ request, here, there }]
    })
    expect(differences).toEqual([])
    expect(got.journal).toEqual(expected.journal)
  },
)

test.for(Object.keys(hosts))('%s keeps back what is delayed or dribbles, and nothing else', async (name) => {
  await withHost(name, {}, async ({ send }) => {
    const order: string[] = []
    const ask = async (Prefer: string): Promise<void> => {
      await send({ headers: { Authorization: 'Bearer token-alice', Prefer } })
      order.push(Prefer)
    }
    await Promise.all([ask('delay=400'), ask('dribble=2:400'), ask('delay=0')])
    expect(order[0]).toBe('delay=0')
  })
})

/** MSW asks the next handler, where the server says that nothing is there. */
function isLeft(outcome: Outcome | undefined): boolean {
  return outcome !== undefined && 'status' in outcome && outcome.status === LEFT
}

function isElsewhere(outcome: Outcome | undefined): boolean {
  if (outcome === undefined || !('headers' in outcome)) return false
  return outcome.headers.some((field) => /^x-plant-store-rule: (?:not-found|bad-path)$/.test(field))
}
