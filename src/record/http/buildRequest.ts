import { type Field, hasField, type Probe } from '../../judge/exchange.ts'
import type { Address } from '../../judge/url.ts'

/** Builds the request head of a probe, byte for byte. */
export function buildRequest(
  probe: Probe,
  address: Address,
  always: { userAgent: string; fields: readonly Field[] },
): Buffer {
  const lines = chooseFields(probe, address.host, always).map(([name, value]) => `${name}: ${value}`)
  const requestLine = `${probe.method} ${address.target} HTTP/${probe.httpVersion ?? '1.1'}`
  return Buffer.from(`${requestLine}\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

/**
 * The headers of a probe in the order in which they are sent. A header for every request replaces the kit's own of its name,
 * and a header of the probe replaces both.
 */
function chooseFields(
  probe: Probe,
  host: string,
  always: { userAgent: string; fields: readonly Field[] },
): Field[] {
  const own = probe.fields ?? []
  const replaced = new Set([...own.map(([name]) => name.toLowerCase()), ...(probe.omit ?? [])])
  const usual: Field[] = [
    ['Host', host],
    ...(hasField(always.fields, 'User-Agent') ? [] : [['User-Agent', always.userAgent] as const]),
    ['Accept', 'application/json'],
    ['Accept-Encoding', 'identity'],
    ...always.fields,
  ]
  const credentials = probe.credential.fields.map(({ name, value }): Field => [name, value])
  return [...usual.filter(([name]) => !replaced.has(name.toLowerCase())), ...credentials, ...own]
}
