import { listNames } from '../../contract/suggest.ts'

/** Responses of the service that the mock replaces: by status, by class of status, or because they violate the contract. */
export type MockWhen = number | '3xx' | '4xx' | '5xx' | 'violation'

const NAMES = ['3xx', '4xx', '5xx', 'violation'] as const
const MOCK_WHEN_IS = `statuses from 300 to 599, ${listNames(NAMES)}`

/** Reads the base URL of the service. No message repeats it, because it may contain a password. Throws a RangeError. */
export function parseUpstream(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new RangeError('expected the base URL of the service, such as https://staging.example/v1')
  if (url.username !== '' || url.password !== '')
    throw new RangeError('expected a base URL without a user name and password')
  if (/[?#]/.test(text)) throw new RangeError('expected a base URL without a query or a fragment')
  url.pathname = url.pathname.replace(/\/$/, '')
  return url
}

/** Reads one member of a list such as `404,5xx,violation`. Throws a RangeError. */
export function parseMockWhen(given: string | number): MockWhen {
  const text = String(given)
  const name = NAMES.find((each) => each === text)
  if (name !== undefined) return name
  if (/^[3-5]\d\d$/.test(text)) return Number(text)
  throw new RangeError(`expected ${MOCK_WHEN_IS}, got ${JSON.stringify(given)}`)
}

/** Whether the mock replaces a response. Returns the reason, or undefined. */
export function findReason(
  when: readonly MockWhen[],
  status: number,
  violations: readonly string[],
): string | undefined {
  const isListed = when.some((each) => each === status || each === `${Math.floor(status / 100)}xx`)
  if (isListed) return `answered ${status}`
  return violations.length > 0 && when.includes('violation') ? 'violated the contract' : undefined
}
