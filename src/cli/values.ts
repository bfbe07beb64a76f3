import { listNames, messageOf } from '../contract/words.ts'
import { engineNames } from '../engines/engines.ts'
import type { EngineName } from '../judge/report.ts'
import type { Resolution } from '../judge/verifyOptions.ts'
import { parseBasePath } from '../mock/basePath.ts'
import { isBearerToken } from '../mock/fixtures/fixtures.ts'
import type { Cors } from '../mock/handler/cors.ts'
import { delay } from '../mock/scenarios/override.ts'
import { type MockWhen, parseMockWhen, parseUpstream } from '../mock/upstream/upstream.ts'
import { checkHeader } from '../record/http/request.ts'
import { joinUrl } from '../record/http/url.ts'
import type { EngineChoice } from '../record/verifyOptions.ts'
import {
  type ComparisonFormat,
  comparisonFormats,
  type ReportFormat,
  reportFormats,
} from '../report/reporters.ts'
import { UsageError } from './errors.ts'

// Parsers of flags. Each converts one text, and throws a UsageError that says what was expected. Messages about secrets do not quote them.

/** Each request of the mock is logged as a line for people, as a line of JSON, or not at all. */
export const logFormats = ['pretty', 'json', 'silent'] as const

/** Creates a parser for whole numbers in a range. */
export function toCount(what: string, from: number, to: number): (text: string) => number {
  return toNumber(what, from, to, /^\d+$/)
}

/** Creates a parser for numbers in a range. */
export function toNumber(
  what: string,
  from: number,
  to: number,
  form = /^\d+(\.\d+)?$/,
): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (form.test(text) && value >= from && value <= to) return value
    throw new UsageError(`expected ${what} from ${from} to ${to}, got "${text}"`)
  }
}

/** Creates a parser for texts that need no conversion. Its message does not quote a wrong one, which may be a secret. */
function toText(expected: string, isRight: (text: string) => boolean): (text: string) => string {
  return (text) => {
    if (isRight(text)) return text
    throw new UsageError(`expected ${expected}`)
  }
}

/** Throws a UsageError unless the text is a base URL. */
export function checkUrl(baseUrl: string): void {
  checked(() => joinUrl(baseUrl, '/'))
}

export const TOKEN_CHARACTERS =
  'printable ASCII characters, without spaces and without "Bearer" at the beginning'

/** A token that can be sent in a header. */
export const toToken = toText(TOKEN_CHARACTERS, (text) => /^[!-~]+$/.test(text))

/** Parses `Name: value`, a header that may be sent with every request. */
export function toHeader(text: string): readonly [name: string, value: string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t -~\u0080-\u00ff]*)$/.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new UsageError(
      "expected a name, a colon and a value of printable characters, such as 'X-Tenant: blue'",
    )
  checked(() => checkHeader(name))
  return [name, value.trim()]
}

/** Parses `host:port:address`. An IPv6 address may have brackets. */
export function toResolution(text: string): Resolution {
  const [, host = '', port, given = ''] = /^([a-z0-9._-]+):(\d{1,5}):(.+)$/i.exec(text) ?? []
  const address = given.replace(/^\[(.*)\]$/, '$1')
  if (process.getBuiltinModule('node:net').isIP(address) === 0 || Number(port) > 65535)
    throw new UsageError(`expected host:port:address such as plants.example.com:443:127.0.0.1, got "${text}"`)
  return { host, port: Number(port), address }
}

/** Parses `auto`, or `probes,prism`. The findings of the other engines are judged together with those of the probes, so these always run. */
export function toEngines(text: string): EngineChoice {
  if (text.trim() === 'auto') return 'auto'
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !engineNames.includes(name as EngineName))
  if (unknown !== undefined)
    throw new UsageError(`expected ${listNames(['auto', ...engineNames])}, got "${unknown}"`)
  return engineNames.filter((name) => names.includes(name) || name === 'probes')
}

/** Reports have the name in their headlines. */
export function toName(text: string): string {
  if (text.trim() !== '' && !/[\p{Cc}\u2028\u2029]/u.test(text)) return text
  throw new UsageError(`expected a name on one line, got ${JSON.stringify(text)}`)
}

/** Why findings are accepted. */
export function toReason(text: string): string {
  if (text.trim() !== '') return text.trim()
  throw new UsageError('expected why they are accepted, got an empty text')
}

/** Whether a text is a day of the calendar: not `2027-02-30`. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

export function toDay(text: string): string {
  if (isDay(text)) return text
  throw new UsageError(`expected a day such as 2027-01-31, got "${text}"`)
}

/** A report format and its file; without a file, it goes to standard output, or, for GitHub's runner, to standard error. */
export type Destination<Name extends string = Format> = { format: Name; file?: string }

/** `har` is the transcript of a run, and no report. */
export type Format = ReportFormat | 'har'

/** Parses `junit=report.xml`. */
export function toDestination(text: string): Destination {
  if (/^har(=|$)/.test(text))
    throw new UsageError('har contains every request of a run, so only plant-store-kit verify can write it')
  return parseDestination(text, reportFormats)
}

/** Parses `har=run.har`, or the same as `toDestination`. */
export function toRunDestination(text: string): Destination {
  return parseDestination<Format>(text, [...reportFormats, 'har'])
}

/** Parses `markdown=comparison.md`. */
export function toComparisonDestination(text: string): Destination<ComparisonFormat> {
  return parseDestination(text, comparisonFormats)
}

function parseDestination<Name extends string>(text: string, formats: readonly Name[]): Destination<Name> {
  const [name = '', ...rest] = text.split('=')
  const file = rest.join('=')
  const format = formats.find((each) => each === name)
  if (format === undefined)
    throw new UsageError(`expected the report format ${listNames(formats)}, got "${name}"`)
  if (text.includes('=') && file === '') throw new UsageError(`expected a file name after "${format}="`)
  return file === '' ? { format } : { format, file }
}

export const toPort = toCount('a port', 0, 65_535)

export const toHost = toText(
  'an address or a host name to listen on, such as 127.0.0.1, got an empty string',
  (text) => text.trim() !== '',
)

export function toBasePath(text: string): string {
  checked(() => parseBasePath(text))
  return text
}

export function toUpstream(text: string): string {
  return checked(() => parseUpstream(text).href)
}

export function toMockWhen(text: string): MockWhen[] {
  return checked(() => text.split(',').map((each) => parseMockWhen(each.trim())))
}

export function toDelay(text: string): number {
  return checked(() => delay(text, ''))
}

export function toCors(text: string): Cors {
  if (text === '*' || text === 'off') return text
  return text.split(',').map((origin) => toOrigin(origin.trim()))
}

/** Accepts a trailing slash, which address bars show and `Origin` headers never have. */
function toOrigin(text: string): string {
  const url = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (url && (text === url.origin || text === `${url.origin}/`)) return url.origin
  if (url && `${url.pathname}${url.search}${url.hash}` !== '/')
    throw new UsageError(`an origin has no path: expected ${url.origin}, got "${text}"`)
  throw new UsageError(`expected *, off, or origins such as https://app.example.com, got "${text}"`)
}

/** A token that a client of the mock can send. */
export const toBearerToken = toText(
  'a valid bearer token: letters, digits and - . _ ~ + /, optionally followed by = (RFC 6750, section 2.1)',
  isBearerToken,
)

/** Turns the error of a parser of another room into a UsageError. */
export function checked<Value>(parse: () => Value): Value {
  try {
    return parse()
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}
