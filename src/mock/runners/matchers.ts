import { mapOf, parsed } from '../../contract/shape.ts'
import { type Entry, type JournalFilter, matches, readJournalFilter } from '../control/journal.ts'
import type { Controls } from '../core.ts'

/** A mock in any host. The mock returns its requests immediately or as a promise. */
export type ReceivingMock = {
  requests: (filter?: JournalFilter) => readonly Entry[] | Promise<readonly Entry[]>
}

export type MatcherResult = { pass: boolean; message: () => string }

/** The parameters of a query, as strings or numbers. */
export type ReceivedQuery = Readonly<Record<string, string | number>>

// Store the timer here, because a test may replace timers, for example with `vi.useFakeTimers()`.
const { setTimeout } = globalThis
const now = performance.now.bind(performance)

/** The default timeout in milliseconds, as in Vitest's `expect.poll`, and the pause between two attempts. */
const [LONGEST_WAIT, PAUSE] = [1000, 25]

/**
 * Matchers for the `expect` of Vitest and Jest: `expect.extend(matchers)`, then `expect(mock).toHaveReceived({ limit: 5 })`. For a mock
 * over HTTP, as in `plant-store-kit/vitest`, the matcher returns a promise and waits, because a page may send the request later.
 */
export const matchers = {
  /** Asserts that the mock received a request with these query parameters, and with this status, path, method or session. */
  toHaveReceived(
    this: { isNot?: boolean; timeout?: number },
    mock: ReceivingMock,
    query: ReceivedQuery = {},
    filter: JournalFilter = {},
  ): MatcherResult | Promise<MatcherResult> {
    if (typeof mock?.requests !== 'function')
      throw new RangeError(`toHaveReceived: expected a mock, got ${mock === null ? 'null' : typeof mock}`)
    const wanted = { query: Object.fromEntries(queryShape(query, '')), filter: readJournalFilter(filter) }
    const { isNot = false, timeout = LONGEST_WAIT } = this
    const end = now() + timeout
    const retry = async (all: readonly Entry[]): Promise<MatcherResult> => {
      const result = judge(all, wanted)
      if (result.pass || isNot || now() > end) return result
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
      return retry(await mock.requests())
    }
    const requests = mock.requests()
    if (!(requests instanceof Promise)) return judge(requests, wanted)
    return track(mock, 'expect(mock).toHaveReceived(…)', requests.then(retry))
  },
}

/** The calls that have not finished, each with its mock and an error whose stack trace leads to the call. */
const unfinished = new Map<Promise<unknown>, { mock: object; error: Error }>()

/** Remembers a call until it finishes, because a test that does not await the call could pass before the call has a result. */
export function track<Result>(mock: object, call: string, result: Promise<Result>): Promise<Result> {
  const forget = () => unfinished.delete(result)
  const error = new Error(`the test ended before the end of ${call}; write: await ${call}`)
  unfinished.set(result, { mock, error })
  result.then(forget, forget)
  return result
}

/** Waits for the test's unfinished calls to a mock, or to all mocks, and then throws if there were any. */
export async function assertAwaited(mock?: object): Promise<void> {
  const left = [...unfinished].filter(([, each]) => mock === undefined || each.mock === mock)
  await Promise.allSettled(left.map(([result]) => result))
  const [error] = left.map(([, each]) => each.error)
  if (error) throw error
}

const queryShape = mapOf(
  parsed((value) => value, 'a string or a number'),
  'the parameters of toHaveReceived, such as { limit: 5 }',
)

function judge(
  all: readonly Entry[],
  { query, filter }: { query: ReceivedQuery; filter: JournalFilter },
): MatcherResult {
  const wanted = Object.entries({ ...filter, ...query }).map(([name, value]) => `${name}=${value}`)
  const request = wanted.length === 0 ? 'a request' : `a request with ${wanted.join(' and ')}`
  const matched = all.filter((entry) => matches(entry, filter) && hasParameters(entry, query))
  const received = all.length === 0 ? " none; does your code use the mock's fetch?" : `\n${describe(all)}`
  return {
    pass: matched.length > 0,
    message: () =>
      matched.length > 0
        ? `expected that the mock did not receive ${request}; it received\n${describe(matched)}`
        : `expected that the mock received ${request}; it received${received}`,
  }
}

function hasParameters({ url }: Entry, query: ReceivedQuery): boolean {
  const sent = new URLSearchParams(url.split('?')[1])
  return Object.entries(query).every(([name, value]) => sent.getAll(name).includes(String(value)))
}

/** Describes a request in a line: `  GET /plants (503, given response, client left)`. */
function describeRequest({ method, url, status, rule, fault, complete }: Entry): string {
  const left = complete === false && fault === undefined
  const notes = [status, rule, ...(fault ? [fault] : []), ...(left ? ['client left'] : [])]
  return `  ${method} ${url} (${notes.join(', ')})`
}

/** Describes the settings and the requests of a mock, for the report on a failed test. */
export function describeState(mock: Pick<Controls, 'settings' | 'requests'>): string {
  const { scenario, ...others } = mock.settings()
  const settings = Object.keys(others).length > 0 ? `, settings ${JSON.stringify(others)}` : ''
  const requests = mock.requests().toReversed()
  const lines = requests.map((each) => `${each.loggedDate.slice(11, 23)}${describeRequest(each)}`)
  return [`scenario ${scenario}${settings}`, ...(lines.length > 0 ? lines : ['no requests']), ''].join('\n')
}

/** The maximum number of requests to describe. The newest request comes first, as in the journal. */
const MAX_DESCRIBED = 10

function describe(requests: readonly Entry[]): string {
  const lines = requests.slice(0, MAX_DESCRIBED).map(describeRequest)
  const more = requests.length - lines.length
  return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n')
}
