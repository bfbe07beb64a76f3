import { isIP } from 'node:net'
import { listNames } from '../contract/words.ts'
import { engineNames } from '../engines/engines.ts'
import { planNames, type Resolution } from '../judge/verifyOptions.ts'
import type { Cors } from '../mock/handler/cors.ts'
import { delay } from '../mock/scenarios/override.ts'
import { type MockWhen, parseMockWhen } from '../mock/upstream/upstream.ts'
import { checkHeader } from '../record/http/request.ts'
import type { EngineChoice } from '../record/verifyOptions.ts'
import type { ReportFormat } from '../report/document.ts'
import { UsageError } from './errors.ts'

// Parsers of flags. Each parses one string, or throws an error that says what was expected. Messages never quote secrets.

/** The mock logs each request as a line for people, as a line of JSON, or not at all. */
export const logFormats = ['pretty', 'json', 'silent'] as const

type ToNumber = (text: string) => number

const WHOLE = /^\d+$/

export const toPort: ToNumber = toNumber('a port', 0, 65_535, WHOLE)
export const toRequests: ToNumber = toNumber('a number of requests', 1, 1_000_000, WHOLE)
export const toRate: ToNumber = toNumber('a number of requests per second', 0.1, 1_000_000)
export const toMilliseconds: ToNumber = toNumber('a number of milliseconds', 1, 600_000)

export function toSeconds(from: number, to: number): ToNumber {
  return toNumber('a number of seconds', from, to)
}

function toNumber(what: string, from: number, to: number, form = /^\d+(\.\d+)?$/): ToNumber {
  return (text) => {
    const value = Number(text)
    if (form.test(text) && value >= from && value <= to) return value
    throw new UsageError(`expected ${what} from ${from} to ${to}, got "${text}"`)
  }
}

/** Creates a parser that accepts one of several names. */
export function toChoice<const Name extends string>(names: readonly Name[]): (text: string) => Name {
  return (text) => {
    const found = names.find((name) => name === text)
    if (found !== undefined) return found
    throw new UsageError(`expected ${listNames(names)}, got "${text}"`)
  }
}

export const toLogFormat = toChoice(logFormats)
export const toPlan = toChoice(planNames)

/** Whether a switch is turned on. `no` must not mean yes. */
export function toSwitch(text: string): boolean {
  if (['1', 'true'].includes(text)) return true
  if (['0', 'false'].includes(text)) return false
  throw new UsageError(`expected 1, true, 0, false or nothing, got "${text}"`)
}

/** A token that can be sent in a header. The error message does not quote an invalid token. */
export function toToken(text: string): string {
  if (/^bearer /i.test(text)) throw new UsageError('remove "Bearer " and pass only the token')
  if (/^[!-~]+$/.test(text)) return text
  throw new UsageError('expected printable ASCII characters without spaces')
}

/** Parses `Name: value`, a header that may be sent with every request. */
export function toHeader(text: string): readonly [name: string, value: string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t -~\u0080-\u00ff]*)$/.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new UsageError(
      "expected a name, a colon and a value of printable characters, such as 'X-Tenant: blue'",
    )
  checkHeader(name)
  return [name, value.trim()]
}

/** Parses `host:port:address`. An IPv6 address may have brackets. */
export function toResolution(text: string): Resolution {
  const [, host = '', port, given = ''] = /^([a-z0-9._-]+):(\d{1,5}):(.+)$/i.exec(text) ?? []
  const address = given.replace(/^\[(.*)\]$/, '$1')
  if (isIP(address) === 0 || Number(port) > 65535)
    throw new UsageError(`expected host:port:address such as plants.example.com:443:127.0.0.1, got "${text}"`)
  return { host, port: Number(port), address }
}

/** Parses `auto` or `probes,prism`. The probes always run, because the findings of other engines are judged together with theirs. */
export function toEngines(text: string): EngineChoice {
  if (text.trim() === 'auto') return 'auto'
  const names = text.split(',').map((name) => toChoice(['auto', ...engineNames])(name.trim()))
  return engineNames.filter((name) => names.includes(name) || name === 'probes')
}

/** Parses a name for the server, which reports show in their headlines. */
export function toName(text: string): string {
  if (text.trim() !== '' && !/[\p{Cc}\u2028\u2029]/u.test(text)) return text
  throw new UsageError(`expected a name on one line, got ${JSON.stringify(text)}`)
}

/** Parses the reason why findings are accepted. */
export function toReason(text: string): string {
  if (text.trim() !== '') return text.trim()
  throw new UsageError('expected the reason why they are accepted, got an empty string')
}

/** Whether a string is an existing calendar day: `2027-02-30` is not. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

export function toDay(text: string): string {
  if (isDay(text)) return text
  throw new UsageError(`expected a day such as 2027-01-31, got "${text}"`)
}

/** A report format and its file. Without a file, the report goes to standard output, or for GitHub's runner to standard error. */
export type Destination<Name extends string = Format> = { format: Name; file?: string }

/** `har` is the transcript of a run, not a report. */
export type Format = ReportFormat | 'har'

/** Creates a parser for values such as `junit=report.xml`. */
export function toDestination<Name extends string>(
  formats: readonly Name[],
): (text: string) => Destination<Name> {
  return (text) => {
    const [name = '', ...rest] = text.split('=')
    const file = rest.join('=')
    const format = formats.find((each) => each === name)
    if (format === undefined)
      throw new UsageError(`expected the report format ${listNames(formats)}, got "${name}"`)
    if (text.includes('=') && file === '') throw new UsageError(`expected a file name after "${format}="`)
    return file === '' ? { format } : { format, file }
  }
}

export function toMockWhen(text: string): MockWhen[] {
  return text.split(',').map((each) => parseMockWhen(each.trim()))
}

export function toDelay(text: string): number {
  return delay(text, '')
}

export function toCors(text: string): Cors {
  if (text === '*' || text === 'off') return text
  return text.split(',').map((origin) => toOrigin(origin.trim()))
}

/** Accepts a trailing slash, because address bars show one, although `Origin` headers never have one. */
function toOrigin(text: string): string {
  const origin = URL.parse(text)?.origin ?? ''
  if (/^https?:/.test(origin) && text.replace(/\/$/, '') === origin) return origin
  throw new UsageError(
    `expected *, off, or origins without a path such as https://app.example.com, got "${text}"`,
  )
}
