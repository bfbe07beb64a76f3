import type { Field } from '../../judge/exchange.ts'
import { parseAddress } from '../../judge/url.ts'
import type { EngineRequest, Target } from '../../record/engine.ts'
import { chooseFields } from '../../record/http/buildRequest.ts'
import type { Placeholders } from './placeholders.ts'
import type { RawRequest } from './readRequests.ts'

/** The header with which an engine shows that its request was admitted. */
export const KEY = 'Plant-Store-Forward'

/** The headers of a request, with placeholders for the credentials and for the headers that the user added. */
export function hideSecrets(
  { probe }: EngineRequest,
  { url, fields, userAgent }: Target,
  { hide }: Placeholders,
): Field[] {
  const { credential } = probe
  const hidden = credential.fields.map(({ name, value, shell }) => {
    // Prism looks at the scheme.
    const [, scheme = '', rest = ''] = /^(Bearer )?(.*)$/s.exec(value) ?? []
    return { name, value: scheme + hide(rest), shell }
  })
  return chooseFields({ ...probe, credential: { ...credential, fields: hidden } }, parseAddress(url).host, {
    userAgent,
    fields: fields.map(([name, value]): Field => [name, hide(value)]),
  })
}

/** The head as the engine sent it, apart from the address, the key and the secrets. */
export function buildHead(
  { method, target, fields }: RawRequest,
  url: string,
  { reveal }: Placeholders,
): Buffer {
  const { host, target: own } = parseAddress(url)
  const [, query] = target.split(/\?(.*)/s)
  const path = own.split('?')[0]
  const lines = fields.flatMap(([name, value]) => {
    if (isKey(name)) return []
    return [`${name}: ${name.toLowerCase() === 'host' ? host : reveal(value)}`]
  })
  const requestLine = `${method} ${query === undefined ? path : `${path}?${query}`} HTTP/1.1`
  return Buffer.from(`${requestLine}\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

/** The key in the headers of a request. */
export function readKey(fields: readonly Field[]): string | undefined {
  return fields.find(([name]) => isKey(name))?.[1]
}

function isKey(name: string): boolean {
  return name.toLowerCase() === KEY.toLowerCase()
}
