import { type Field, hasField, type Probe } from '../../judge/exchange.ts'
import type { Address } from './url.ts'

/** The headers that requests of a run have by default: the user's own headers, and a User-Agent with the kit's name. */
export type UsualFields = { userAgent: string; fields: readonly Field[] }

/** Whether a string fits on one line of a request. A character above U+00FF could become a newline: `Ċ` is U+010A. */
export const isOneLine = (text: string): boolean => /^[^\r\n\0\u0100-\uffff]*$/.test(text)

/** Builds the request of a probe, byte for byte. Throws an Error for a string that would add a header or a request. */
export function buildRequest(probe: Probe, address: Address, usual: UsualFields): Buffer {
  const colon = probe.form === 'tight' ? ':' : ': '
  const fields = chooseFields(probe, address.host, usual).map(([name, value]) => `${name}${colon}${value}`)
  const origin = probe.form === 'absolute' ? `${address.protocol}//${address.host}` : ''
  const lines = [`${probe.method} ${origin}${address.target} HTTP/${probe.httpVersion ?? '1.1'}`, ...fields]
  if (!lines.every(isOneLine)) throw new Error('expected a request with one line of Latin-1 for each header')
  return Buffer.from([...lines, '', probe.content ?? ''].join('\r\n'), 'latin1')
}

/** Returns a probe's headers in order. A user's header replaces the kit's header with the same name, and a probe's header replaces both. */
function chooseFields(probe: Probe, host: string, { userAgent, fields }: UsualFields): Field[] {
  const own = probe.fields ?? []
  const replaced = new Set([...own.map(([name]) => name.toLowerCase()), ...(probe.omit ?? [])])
  const usual: Field[] = [
    ['Host', host],
    ...(hasField(fields, 'User-Agent') ? [] : [['User-Agent', userAgent] as const]),
    ['Accept', 'application/json'],
    ['Accept-Encoding', 'identity'],
    ...fields,
  ]
  const given = probe.credential.fields.filter(({ name }) => !hasField(fields, name))
  const credentials = given.map(({ name, value }): Field => [name, value])
  return [...usual.filter(([name]) => !replaced.has(name.toLowerCase())), ...credentials, ...own]
}

/** Headers that users cannot set, because some values could make a correct server look faulty. The kit sets some of them itself. */
const REFUSED =
  /^(authorization|host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|accept|accept-encoding|expect|range|if-.*)$/i

/** Throws an Error if users cannot set this header for every request. The message says what to do instead. */
export function checkHeader(name: string): void {
  const instead = /^authorization$/i.test(name) ? '; pass the token with --token' : ''
  if (REFUSED.test(name))
    throw new Error(`expected a header other than ${name}, because the kit controls this header${instead}`)
}
