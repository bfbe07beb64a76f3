import { quoteForShell } from '../contract/words.ts'
import type { Cause } from './cause.ts'
import { userOf } from './credentials.ts'
import type { AnomalyCode, Exchange, Field, Sequence } from './exchange.ts'
import { hasField } from './exchange.ts'
import { formatResolution, type Resolution } from './resolution.ts'
import { formatProxy, probeUrl } from './url.ts'
import type { RouteOptions } from './verifyOptions.ts'

export type CurlOptions = {
  /** The operation's address. */
  operation: string
  /** Headers of every request. */
  fields: readonly Field[]
  resolutions: readonly Resolution[]
  route?: RouteOptions
}

/** What the last exchange of a sequence shows. */
type Shown = {
  /** When it occurs; none for what a check finds by comparing. */
  cause: Cause | undefined
  /** Which error in the message it is, if it is one. */
  anomaly: AnomalyCode | undefined
  /** What the violation is about: a header, `body`, `url`. */
  pointer: string
  /** The requests that were sent at the same time, if it was seen in no other request. */
  company: readonly Exchange[]
}

/** A longer line is not printed. */
const LONGEST = 2_000
/** What curl does not show: line ends, bytes after the response, and a body where there must be none. */
const HIDDEN: readonly (AnomalyCode | undefined)[] = ['bare-lf', 'surplus', 'body-forbidden']
/** Violations that no response shows. */
const UNSEEN = ['url', 'time']
/** What only the raw bytes of the body show. */
const RAW: readonly (AnomalyCode | undefined)[] = ['chunk-syntax', 'transfer-coding', 'length-and-chunked']
/** Bodies that curl may wait for: it believes the larger of two lengths. */
const ENDLESS: readonly AnomalyCode[] = ['body-stalled', 'length-conflict']
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
  { cause, anomaly, pointer, company }: Shown,
  options: CurlOptions,
): string {
  const [target] = sequence.slice(-1)
  if (!target || UNSEEN.includes(pointer)) return ''
  if (HIDDEN.includes(anomaly) || (cause && isUnsteady(cause, target))) return ''
  const raw = RAW.includes(anomaly) ? ['--raw'] : []
  if (sequence.some(hasServerCookie)) return ''
  const sent = sequence.length === 1 ? [...company, target] : sequence
  const build = (exchange: Exchange): string => [...raw, ...listWords(exchange, options)].join(' ')
  const atOnce = sent.filter(({ probe }) => probe.parallel !== undefined).length
  if (target.probe.parallel === undefined || atOnce < 2)
    return dropLong(`curl ${sent.map(build).join(' --next ')}`)
  const count = Math.max(atOnce, ENOUGH)
  const start = `curl -Z --parallel-immediate --parallel-max ${count}`
  const users = new Set(sent.map(nameUser))
  const busy = dropLong(`${start} ${repeat(build(target), count)}`)
  // Others of the same user only keep the server busy.
  if (users.size === 1) return busy
  const others = sent.slice(0, -1).map(build)
  return (
    dropLong(`${start} ${[...others, repeat(build(target), count - others.length)].join(' --next ')}`) || busy
  )
}

/** A user, in whatever form the token is sent, or the bad credentials. */
function nameUser({ probe: { credential } }: Exchange): string {
  const isUser = credential.kind === 'valid' || credential.kind === 'other'
  return isUser ? `${userOf(credential)}` : credential.label
}

/** The same request several times: curl counts in the fragment, which it does not send. */
function repeat(words: string, times: number): string {
  if (times < 2) return words
  if (!words.includes('--globoff')) return words.replace(/'$/, `#[1-${times}]'`)
  return words + ` ${words.split(' ').at(-1)}`.repeat(times - 1)
}

/** Empty if the line is too long. */
function dropLong(line: string): string {
  return line.length <= LONGEST ? line : ''
}

/** Whether a few requests may not meet it again. What is only seen on a connection that was used before may be due to that. */
function isUnsteady({ data }: Cause, { connection, waited, response }: Exchange): boolean {
  if (waited.some(({ status }) => status !== response?.status)) return true
  return data.kind === 'intermittent' || (data.kind === 'unknown' && connection.earlier > 0)
}

/** A cookie of the server may be a secret. Those of the plan are conditions. */
function hasServerCookie({ probe: { fields = [], conditions } }: Exchange): boolean {
  return hasField(fields, 'Cookie') && conditions?.cookie === undefined
}

/** The options of one request, and its URL. */
function listWords({ probe, hops, url, response, failure }: Exchange, options: CurlOptions): string[] {
  const first = hops.length > 0 ? (hops[0]?.from ?? url) : probeUrl(options.operation, probe)
  const own = probe.fields ?? []
  const usual: Field[] = [['Accept', 'application/json'], ...options.fields]
  const omitted = probe.omit ?? []
  const fields = [
    ...usual.filter(([name]) => !hasField(own, name) && !omitted.includes(name.toLowerCase())),
    ...own,
  ]
  const received = response ?? failure?.partial
  const isEndless =
    failure?.kind === 'timeout' || received?.anomalies.some(({ code }) => ENDLESS.includes(code)) === true
  return [
    probe.method === 'HEAD' ? '-sSI' : '-sSi',
    ...(hops.length > 0 ? ['-L', `--max-redirs ${MAX_REDIRECTS}`] : []),
    ...(/\/\.{1,2}(\/|$)/.test(first) ? ['--path-as-is'] : []),
    ...(/[[\]{}]/.test(first) ? ['--globoff'] : []),
    ...(isEndless ? [`--max-time ${PATIENCE}`] : []),
    ...(probe.httpVersion === '1.0' ? ['--http1.0'] : []),
    ...(probe.method === 'GET' || probe.method === 'HEAD' ? [] : [`-X ${probe.method}`]),
    ...listRouteWords(options.route ?? {}),
    ...options.resolutions.map((resolution) => `--resolve ${quoteForShell(formatResolution(resolution))}`),
    // An empty value removes a header that curl sends by default.
    ...omitted.flatMap((name) => DEFAULTS[name] ?? []).map((name) => `-H '${name}:'`),
    // A semicolon sends an empty value.
    ...fields.map(([name, value]) => `-H ${quoteForShell(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...probe.credential.fields.map(({ name, shell }) => `-H ${quoteDouble(`${name}: ${shell}`)}`),
    quoteForShell(first),
  ]
}

/** Headers that curl sends by default. */
const DEFAULTS: Readonly<Record<string, string>> = { accept: 'Accept', 'user-agent': 'User-Agent' }

/** In double quotes, so that the shell inserts the token. Nothing else in a credential needs quoting. */
function quoteDouble(text: string): string {
  return `"${text.replaceAll('"', '\\"')}"`
}

/** The user and password of a proxy may be a secret, and curl has variables of its own for a proxy. */
function listRouteWords({ proxy, unixSocket, cacert, cert, key, insecure }: RouteOptions): string[] {
  const word = (flag: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`${flag} ${quoteForShell(value)}`]
  return [
    ...word('-x', proxy && formatProxy(proxy)),
    ...word('--unix-socket', unixSocket),
    ...word('--cacert', cacert),
    ...word('--cert', cert),
    ...word('--key', key),
    ...(insecure ? ['-k'] : []),
  ]
}
