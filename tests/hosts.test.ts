import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FetchMockOptions } from '../src/mock/hosts/createMock.ts'
import { loadBuiltIn } from '../src/mock/loadMock.ts'
import { hostRequests } from './hostRequests.test-data.ts'
import { type Host, type HostOutcome, hosts, PASSED_ON } from './hosts.testing.ts'

const { fixtures, scenarios } = await loadBuiltIn()
const requests = hostRequests(scenarios.map(({ name }) => name))
const [server = '', ...others] = Object.keys(hosts)

const configurations: Readonly<Record<string, FetchMockOptions>> = {
  'with default options': {},
  'with a base path, two origins and settings': {
    basePath: '/v1',
    cors: ['https://shop.example', 'https://other.example'],
    settings: { scenario: 'untagged', delay: 1 },
  },
}

// Stop the clock, so that the journals of all hosts have the same times.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

/** Runs only one host at a time, because MSW intercepts the requests of all hosts. */
async function withHost<T>(
  name: string,
  options: FetchMockOptions,
  use: (host: Host) => Promise<T>,
): Promise<T> {
  const host = await hosts[name]?.({ fixtures, scenarios, ...options })
  if (!host) throw new RangeError(`unknown host ${name}`)
  try {
    return await use(host)
  } finally {
    await host.close()
  }
}

/** Sends all requests. Returns the outcomes, and the journal of the requests that matched a path. */
function sendAll(
  name: string,
  options: FetchMockOptions,
): Promise<{ outcomes: HostOutcome[]; journal: unknown[] }> {
  return withHost(name, options, async ({ mock, send }) => {
    const outcomes: HostOutcome[] = []
    for (const request of requests) {
      request.before?.(mock)
      outcomes.push(await send(request))
    }
    const journal = mock.requests().filter(({ rule }) => rule !== 'not-found' && rule !== 'bad-path')
    return {
      outcomes,
      journal: journal.map(
        ({ id: _id, headers: _headers, durationMs: _durationMs, complete: _complete, ...entry }) => entry,
      ),
    }
  })
}

const results = new Map<FetchMockOptions, ReturnType<typeof sendAll>>()
const rows = Object.entries(configurations).flatMap(([how, options]) =>
  others.map((name) => ({ name, how, options })),
)

test.for(rows)('$name gives the same responses as the server, $how', async ({ name, options }) => {
  const promise = results.get(options) ?? sendAll(server, options)
  results.set(options, promise)
  const expected = await promise
  const got = await sendAll(name, options)
  expect(requests.length).toBeGreaterThan(400)
  const differences = requests.flatMap(({ before: _before, ...request }, index) => {
    const there = expected.outcomes[index]
    const here = got.outcomes[index]
    const same = isPassedOn(here) ? isNotFound(there) : isDeepStrictEqual(here, there)
    return same ? [] : [{ request, here, there }]
  })
  expect(differences).toEqual([])
  expect(got.journal).toEqual(expected.journal)
})

test.for(Object.keys(hosts))('%s delays only responses with a delay', async (name) => {
  await withHost(name, {}, async ({ send }) => {
    const order: string[] = []
    const ask = async (Prefer: string): Promise<void> => {
      await send({ headers: { Authorization: 'Bearer token-alice', Prefer } })
      order.push(Prefer)
    }
    await Promise.all([ask('delay=400'), ask('delay=0')])
    expect(order[0]).toBe('delay=0')
  })
})

/** Returns whether MSW passed the request on to the next handler. The server returns 404 instead. */
function isPassedOn(outcome: HostOutcome | undefined): boolean {
  return outcome !== undefined && 'status' in outcome && outcome.status === PASSED_ON
}

function isNotFound(outcome: HostOutcome | undefined): boolean {
  if (outcome === undefined || !('headers' in outcome)) return false
  return outcome.headers.some((field) => /^x-plant-store-rule: (?:not-found|bad-path)$/.test(field))
}
