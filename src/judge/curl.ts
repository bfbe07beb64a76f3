import { quoteForShell } from '../contract/words.ts'
import type { Cause } from './cause.ts'
import type { FoundViolation } from './check.ts'
import type { Exchange, Field, Sequence } from './exchange.ts'
import { hasField } from './exchange.ts'
import { isSecretField } from './mask.ts'
import type { JudgingOptions, Resolution } from './verifyOptions.ts'

/** Longer commands are not printed. */
const MAX_LENGTH = 2_000
/** What curl does not show: newlines, bytes after the response, a body where none is allowed, a URL, a duration. */
const HIDDEN = ['bare-lf', 'surplus', 'body-forbidden', 'url', 'time']
/** Errors that only the raw bytes of the body show. */
const RAW = ['chunk-syntax', 'transfer-coding', 'length-and-chunked']
/** Errors after which curl may wait for more of the body: of two lengths, it believes the larger. */
const ENDLESS = ['body-stalled', 'length-conflict']
/** Headers that curl sends by default. */
const DEFAULTS: Readonly<Record<string, string>> = { accept: 'Accept', 'user-agent': 'User-Agent' }
const MAX_REDIRECTS = 5
/** Seconds after which curl gives up on a response that does not end. */
const PATIENCE = 5

/**
 * Builds a command that reproduces the violation in the last exchange of a sequence, under the conditions that its cause names. Empty if
 * curl cannot show the violation. The shell inserts the token from its environment.
 */
export function buildCurl(
  sequence: Sequence,
  { pointer, anomaly }: FoundViolation,
  cause: Cause | undefined,
  options: JudgingOptions,
): string {
  const target = sequence.at(-1)
  const code = anomaly?.code ?? ''
  if (!target || HIDDEN.includes(pointer) || HIDDEN.includes(code) || isUnsteady(cause, target)) return ''
  // Requests that curl sends together rarely overlap.
  if (target.probe.parallel !== undefined || sequence.some(hasServerCookie)) return ''
  const raw = RAW.includes(code) ? ['--raw'] : []
  const commands = sequence.map((exchange) => [...raw, ...listWords(exchange, options)].join(' '))
  const line = `curl ${commands.join(' --next ')}`
  return line.length <= MAX_LENGTH ? line : ''
}

/** Whether a few requests may not reproduce the violation. One that was seen only on a reused connection may depend on the reuse. */
function isUnsteady(cause: Cause | undefined, { connection, waited, response }: Exchange): boolean {
  const kind = cause?.data.kind
  if (cause && waited.some(({ status }) => status !== response?.status)) return true
  return kind === 'intermittent' || (kind === 'unknown' && connection.earlier > 0)
}

/** Whether a request sends a cookie from the server, which may be a secret. The plan's own cookies are conditions. */
function hasServerCookie({ probe: { fields = [], conditions } }: Exchange): boolean {
  return hasField(fields, 'Cookie') && conditions?.cookie === undefined
}

/** The options of one request, and its URL. */
function listWords({ probe, hops, url, response, failure }: Exchange, options: JudgingOptions): string[] {
  const { method, httpVersion, credential, fields: own = [], omit = [] } = probe
  const first = hops[0]?.from ?? url
  const { headers = [], resolve = [], proxy, unixSocket, cacert, cert, key, insecure } = options
  const added = headers.map(([name, value]): Field => [name, isSecretField(name) ? '***' : value])
  const usual: Field[] = [['Accept', 'application/json'], ...added]
  const fields = [
    ...usual.filter(([name]) => !hasField(own, name) && !omit.includes(name.toLowerCase())),
    ...own,
  ]
  const anomalies = (response ?? failure?.partial)?.anomalies ?? []
  const isEndless = failure?.kind === 'timeout' || anomalies.some(({ code }) => ENDLESS.includes(code))
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
    // The proxy's user name and password may be secret. curl can take them from its own environment variables for proxies.
    ...flag('-x', proxy && new URL(proxy).origin),
    ...flag('--unix-socket', unixSocket),
    ...flag('--cacert', cacert),
    ...flag('--cert', cert),
    ...flag('--key', key),
    ...(insecure ? ['-k'] : []),
    ...resolve.flatMap((resolution) => flag('--resolve', formatResolution(resolution))),
    // An empty value removes a header that curl sends by default.
    ...omit.flatMap((name) => DEFAULTS[name] ?? []).map((name) => `-H '${name}:'`),
    // A semicolon makes curl send an empty value.
    ...fields.flatMap(([name, value]) => flag('-H', value === '' ? `${name};` : `${name}: ${value}`)),
    // In double quotes, so that the shell inserts the token. Nothing else in a credential needs quoting.
    ...credential.fields.map(({ name, shell }) => `-H "${`${name}: ${shell}`.replaceAll('"', '\\"')}"`),
    quoteUrl(first, options),
  ]
}

/** A port chosen for the run is no longer in use when somebody reads the report, so the shell reads the port from `$PORT`. */
function quoteUrl(url: string, { startedBy = '' }: JudgingOptions): string {
  const quoted = quoteForShell(url)
  return startedBy.includes('{port}') ? quoted.replace(/^'([a-z]+:\/\/[^/]+):\d+/, `"$1:$PORT"'`) : quoted
}

/** Formats a resolution for the `--resolve` option of the kit and of curl. */
export function formatResolution({ host, port, address }: Resolution): string {
  return `${host}:${port}:${address.includes(':') ? `[${address}]` : address}`
}
