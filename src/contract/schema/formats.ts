/** A format that the kit asserts: what a value is, and the texts or the range of numbers that are valid. */
export type Format = { is: string } & ({ pattern: RegExp } | { minimum: number; maximum: number })

const DATE =
  /(?:(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))/
// The second 60 is a leap second.
const TIME = /(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)/
const LABEL = /[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?/
const HOST = new RegExp(`${LABEL.source}(?:\\.${LABEL.source})*`)
const BYTE = /(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)/
const IPV4 = new RegExp(`(?:${BYTE.source}\\.){3}${BYTE.source}`)
const IPV6 = joinIpv6()
const ATOM = /[a-z0-9!#$%&'*+/=?^_`{|}~-]+/
/** Characters of a URI, without the number sign. */
const URI_CHARACTER = /(?:%[0-9a-f]{2}|[a-z0-9\-._~:/?[\]@!$&'()*+,;=])/
const URI_REST = `${URI_CHARACTER.source}*(?:#${URI_CHARACTER.source}*)?`

/** The formats that are asserted, by name. OpenAPI and JSON Schema define them. */
export const formats: Readonly<Record<string, Format>> = {
  int8: integers(8),
  int16: integers(16),
  int32: integers(32),
  int64: integers(64),
  uint8: naturals(8),
  uint16: naturals(16),
  uint32: naturals(32),
  uint64: naturals(64),
  float: {
    is: 'a number in the range of a float (up to 3.4e38)',
    minimum: -3.4028234663852886e38,
    maximum: 3.4028234663852886e38,
  },
  date: { is: 'a date such as 2026-01-31', pattern: whole(DATE.source) },
  time: { is: 'a time such as 23:59:00Z', pattern: whole(TIME.source) },
  'date-time': {
    is: 'a date and time such as 2026-01-31T23:59:00Z',
    pattern: whole(`${DATE.source}T${TIME.source}`),
  },
  duration: {
    is: 'a duration such as P3DT12H',
    pattern:
      /^P(?!$)(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?=\d)(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/,
  },
  email: {
    is: 'an email address',
    pattern: whole(
      `(?:${ATOM.source}(?:\\.${ATOM.source})*|"(?:[^"\\\\\\r\\n]|\\\\[ -~])*")@(?:${HOST.source}|\\[[0-9a-f:.]+\\])`,
    ),
  },
  hostname: { is: 'a host name', pattern: whole(`(?=.{1,253}$)${HOST.source}`) },
  ipv4: { is: 'an IPv4 address', pattern: whole(IPV4.source) },
  ipv6: { is: 'an IPv6 address', pattern: whole(IPV6) },
  uri: { is: 'an absolute URI', pattern: whole(`[a-z][a-z0-9+.-]*:${URI_REST}`) },
  'uri-reference': { is: 'a URI or a relative reference', pattern: whole(URI_REST) },
  uuid: { is: 'a UUID', pattern: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i },
  'json-pointer': { is: 'a JSON pointer', pattern: /^(?:\/(?:[^~/]|~[01])*)*$/ },
  byte: {
    is: 'base64',
    pattern: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  },
}

/** Formats that allow every value of their type. They tell people how to read or show it. */
export const freeFormats: ReadonlySet<string> = new Set([
  'double',
  'password',
  'binary',
  'html',
  'commonmark',
])

function integers(bits: number): Format {
  const half = 2n ** BigInt(bits - 1)
  return range(`an int${bits}`, -half, half - 1n)
}

function naturals(bits: number): Format {
  return range(`a uint${bits}`, 0n, 2n ** BigInt(bits) - 1n)
}

function range(is: string, minimum: bigint, maximum: bigint): Format {
  // Doubles cannot hold the last digits of 64 bits: take the next smaller one.
  const nearest = Number(maximum)
  const highest = BigInt(nearest) > maximum ? nearest * (1 - Number.EPSILON / 2) : nearest
  return { is: `${is} (${minimum} to ${maximum})`, minimum: Number(minimum), maximum: highest }
}

function whole(source: string): RegExp {
  return new RegExp(`^(?:${source})$`, 'i')
}

/** RFC 3986, section 3.2.2. */
function joinIpv6(): string {
  const group = '[0-9a-f]{1,4}'
  const last = `(?:${group}:${group}|${IPV4.source})`
  const before = (most: number): string => `(?:(?:${group}:){0,${most}}${group})?::`
  return [
    `(?:${group}:){6}${last}`,
    `::(?:${group}:){5}${last}`,
    `(?:${group})?::(?:${group}:){4}${last}`,
    `${before(1)}(?:${group}:){3}${last}`,
    `${before(2)}(?:${group}:){2}${last}`,
    `${before(3)}${group}:${last}`,
    `${before(4)}${last}`,
    `${before(5)}${group}`,
    before(6),
  ].join('|')
}
