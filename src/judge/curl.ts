import { quoteForShell } from '../contract/words.ts'
import type { Cause } from './cause.ts'
import { userOf } from './credentials.ts'
import type { Exchange, Field, Sequence } from './exchange.ts'
import { hasField } from './exchange.ts'
import type { Resolution, RouteOptions } from './verifyOptions.ts'

export type CurlOptions = {
  /** Headers of every request. */
  fields: readonly Field[]
  resolutions: readonly Resolution[]
  route: RouteOptions
}

/** What the last exchange of a sequence shows. */
type Shown = {
  /** When it occurs; none for what a check finds by comparing. */
  cause: Cause | undefined
  /** The code of the error in the message, if it is one. */
  anomaly: string | undefined
  /** What the violation is about: a header, `body`, `url`. */
  pointer: string
  /** The requests that were sent at the same time, if it was seen in no other request. */
  company: readonly Exchange[]
}

/** A longer line is not printed. */
const MAX_LENGTH = 2_000
/** What curl does not show: line ends, bytes after the response, a body where there must be none, an address, a time. */
const HIDDEN = ['bare-lf', 'surplus', 'body-forbidden', 'url', 'time']
/** What only the raw bytes of the body show. */
const RAW = ['chunk-syntax', 'transfer-coding', 'length-and-chunked']
/** Bodies that curl may wait for: it believes the larger of two lengths. */
const ENDLESS = ['body-stalled', 'length-conflict']
/** Headers that curl sends by default. */
const DEFAULTS: Readonly<Record<string, string>> = { accept: 'Accept', 'user-agent': 'User-Agent' }
const MAX_REDIRECTS = 5
/** So many requests at once overlap, even if curl is slow to send them. */
const ENOUGH = 10
/** Seconds after which curl gives up a response that does not end. */
const PATIENCE = 5

/**
 * Builds a command that shows the violation in the last exchange of a sequence. Empty if curl cannot show it. The shell inserts the
 * token from its environment.
 */
export function buildCurl(
  sequence: Sequence,
  { cause, anomaly = '', pointer, company }: Shown,
  options: CurlOptions,
): string {
  const target = sequence.at(-1)
  if (!target || HIDDEN.includes(pointer) || HIDDEN.includes(anomaly) || isUnsteady(cause, target)) return ''
  if (sequence.some(hasServerCookie)) return ''
  const words = (exchange: Exchange): string =>
    [...(RAW.includes(anomaly) ? ['--raw'] : []), ...listWords(exchange, options)].join(' ')
  const sent = sequence.length === 1 ? [...company, target] : sequence
  const parallel = sent.filter(({ probe }) => probe.parallel !== undefined)
  if (target.probe.parallel === undefined || parallel.length < 2)
    return dropLong(`curl ${sequence.map(words).join(' --next ')}`)
  // One request for each other user. Others of the same user only keep the server busy.
  const byUser = new Map(parallel.map((exchange) => [nameUser(exchange), words(exchange)]))
  byUser.delete(nameUser(target))
  const count = Math.max(parallel.length, ENOUGH)
  const steps = [...byUser.values(), repeat(words(target), count - byUser.size)]
  return dropLong(`curl -Z --parallel-immediate --parallel-max ${count} ${steps.join(' --next ')}`)
}

/** Whether a few requests may not meet it again. What is only seen on a connection that was used before may be due to that. */
function isUnsteady(cause: Cause | undefined, { connection, waited, response }: Exchange): boolean {
  const kind = cause?.data.kind
  if (cause && waited.some(({ status }) => status !== response?.status)) return true
  return kind === 'intermittent' || (kind === 'unknown' && connection.earlier > 0)
}

/** A cookie of the server may be a secret. Those of the plan are conditions. */
function hasServerCookie({ probe: { fields = [], conditions } }: Exchange): boolean {
  return hasField(fields, 'Cookie') && conditions?.cookie === undefined
}

/** A user, in whatever form the token is sent, or the bad credentials. */
function nameUser({ probe: { credential } }: Exchange): string {
  const isUser = credential.kind === 'valid' || credential.kind === 'other'
  return isUser ? `${userOf(credential)}` : credential.label
}

/** The same request several times: curl counts in the fragment, which it does not send. */
function repeat(words: string, times: number): string {
  if (words.includes('--globoff')) return words + ` ${words.split(' ').at(-1)}`.repeat(times - 1)
  return words.replace(/'$/, `#[1-${times}]'`)
}

function dropLong(line: string): string {
  return line.length <= MAX_LENGTH ? line : ''
}

/** The options of one request, and its URL. */
function listWords({ probe, hops, url, response, failure }: Exchange, options: CurlOptions): string[] {
  const { method, httpVersion, credential, fields: own = [], omit = [] } = probe
  const first = hops[0]?.from ?? url
  const usual: Field[] = [['Accept', 'application/json'], ...options.fields]
  const fields = [
    ...usual.filter(([name]) => !hasField(own, name) && !omit.includes(name.toLowerCase())),
    ...own,
  ]
  const anomalies = (response ?? failure?.partial)?.anomalies ?? []
  const isEndless = failure?.kind === 'timeout' || anomalies.some(({ code }) => ENDLESS.includes(code))
  const { proxy, unixSocket, cacert, cert, key, insecure } = options.route
  const flag = (name: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`${name} ${quoteForShell(value)}`]
  return [
    method === 'HEAD' ? '-sSI' : '-sSi',
    ...(hops.length > 0 ? ['-L', `--max-redirs ${MAX_REDIRECTS}`] : []),
    ...(/\/\.{1,2}(\/|$)/.test(first) ? ['--path-as-is'] : []),
    ...(/[[\]{}]/.test(first) ? ['--globoff'] : []),
    ...(isEndless ? [`--max-time ${PATIENCE}`] : []),
    ...(httpVersion === '1.0' ? ['--http1.0'] : []),
    ...(method === 'GET' || method === 'HEAD' ? [] : [`-X ${method}`]),
    // The user and password of a proxy may be a secret, and curl has variables of its own for a proxy.
    ...flag('-x', proxy && new URL(proxy).origin),
    ...flag('--unix-socket', unixSocket),
    ...flag('--cacert', cacert),
    ...flag('--cert', cert),
    ...flag('--key', key),
    ...(insecure ? ['-k'] : []),
    ...options.resolutions.flatMap((resolution) => flag('--resolve', formatResolution(resolution))),
    // An empty value removes a header that curl sends by default.
    ...omit.flatMap((name) => DEFAULTS[name] ?? []).map((name) => `-H '${name}:'`),
    // A semicolon sends an empty value.
    ...fields.flatMap(([name, value]) => flag('-H', value === '' ? `${name};` : `${name}: ${value}`)),
    // In double quotes, so that the shell inserts the token. Nothing else in a credential needs quoting.
    ...credential.fields.map(({ name, shell }) => `-H "${`${name}: ${shell}`.replaceAll('"', '\\"')}"`),
    quoteForShell(first),
  ]
}

/** Formats a resolution for `--resolve`, of the kit and of curl. */
export function formatResolution({ host, port, address }: Resolution): string {
  return `${host}:${port}:${address.includes(':') ? `[${address}]` : address}`
}
