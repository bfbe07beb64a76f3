import { shellWord } from '../contract/words.ts'
import { type Field, hasField, type Sequence } from './exchange.ts'
import { isSecretField } from './mask.ts'
import type { Violation } from './report.ts'
import type { JudgingOptions } from './verifyOptions.ts'

/**
 * Builds a curl command that reproduces a violation that needs only one plain request and its redirects. Returns an empty string for all
 * other violations, which `replay` reproduces. The shell inserts the token from an environment variable.
 */
export function buildCurl(sequence: Sequence, { pointer }: Violation, options: JudgingOptions): string {
  const [{ probe, hops, url, failure, waited }, ...others] = sequence
  const { method, httpVersion, credential, parallel, fields: own = [], omit = [] } = probe
  const { headers = [], resolve = [], proxy, unixSocket, cacert, cert, insecure, startedBy = '' } = options
  const first = hops[0]?.from ?? url
  const added = headers.map(([name, value]): Field => [name, isSecretField(name) ? '***' : value])
  const usual: Field[] = [['Accept', 'application/json'], ...added]
  const fields = [
    ...usual.filter(([name]) => !hasField(own, name) && !omit.includes(name.toLowerCase())),
    ...own,
  ]
  const isSpecial =
    others.length + waited.length + resolve.length > 0 ||
    (httpVersion ?? parallel ?? unixSocket ?? cert) !== undefined ||
    failure?.kind === 'timeout' ||
    // curl does not show the URL, the time or framing errors, and it changes paths with dots or brackets. A long URL is not printed.
    ['url', 'time', 'message'].includes(pointer) ||
    /\/\.|[[\]{}]|^.{1000}/.test(first) ||
    // A cookie may be the server's secret. A server that was started with `{port}` gets a different port next time.
    fields.some(([name, value]) => value === '' || name === 'Cookie') ||
    startedBy.includes('{port}')
  if (isSpecial) return ''
  return [
    method === 'HEAD' ? 'curl -sSI' : 'curl -sSi',
    ...(hops.length > 0 ? ['-L'] : []),
    ...(method === 'GET' || method === 'HEAD' ? [] : [`-X ${method}`]),
    // The proxy's user name and password may be secret. curl can take them from its own environment variables for proxies.
    ...(proxy === undefined ? [] : [`-x ${shellWord(new URL(proxy).origin)}`]),
    ...(cacert === undefined ? [] : [`--cacert ${shellWord(cacert)}`]),
    ...(insecure ? ['-k'] : []),
    ...omit.map((name) => `-H '${name}:'`),
    ...fields.map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    // The header is in double quotes, so that the shell inserts the token. Nothing else in a credential needs quoting.
    ...credential.fields.map(({ name, shell }) => `-H "${`${name}: ${shell}`.replaceAll('"', '\\"')}"`),
    shellWord(first),
  ].join(' ')
}
