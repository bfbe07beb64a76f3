import { type Exchange, type Field, hasField } from '../exchange.ts'
import { formatResolution, type Resolution } from '../http/resolution.ts'
import { probeUrl } from '../http/url.ts'

export type CurlOptions = {
  /** The operation's address. */
  operation: string
  /** Headers of every request. */
  fields: readonly Field[]
  resolutions: readonly Resolution[]
}

/** Builds a command that sends the probe again. The shell inserts the token from its environment. */
export function buildCurl(
  exchange: Exchange,
  { operation, fields: always, resolutions }: CurlOptions,
): string {
  const { probe, hops } = exchange
  const url = hops.length > 0 ? (hops[0]?.from ?? exchange.url) : probeUrl(operation, probe)
  const own = probe.fields ?? []
  const usual: Field[] = [['Accept', 'application/json'], ...always]
  const fields = [
    ...usual.filter(([name]) => !hasField(own, name) && !probe.omit?.includes(name.toLowerCase())),
    ...own,
  ]
  const words = [
    'curl -si --path-as-is --globoff',
    ...resolutions.map((resolution) => `--resolve ${quoteSingle(formatResolution(resolution))}`),
    ...(hops.length > 0 ? ['-L'] : []),
    ...(probe.httpVersion === '1.0' ? ['--http1.0'] : []),
    ...(probe.method === 'GET' ? [] : probe.method === 'HEAD' ? ['--head'] : [`-X ${probe.method}`]),
    // An empty value removes a header that curl sends by default.
    ...(probe.omit ?? [])
      .filter((name) => name === 'accept' || name === 'user-agent')
      .map((name) => `-H '${name}:'`),
    ...fields.map(([name, value]) => `-H ${quoteSingle(`${name}: ${value}`)}`),
    ...probe.credential.fields.map(({ name, shell }) => `-H ${quoteDouble(`${name}: ${shell}`)}`),
    quoteSingle(url),
  ]
  const line = words.join(' ')
  return line.length > 2000 ? `${line.slice(0, 2000)}… (shortened)` : line
}

function quoteSingle(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** In double quotes, so that the shell inserts the token. Nothing else in a credential needs quoting. */
function quoteDouble(text: string): string {
  return `"${text.replaceAll('"', '\\"')}"`
}
