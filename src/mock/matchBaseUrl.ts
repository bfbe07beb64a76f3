import { mismatch } from '../contract/shape.ts'
import { normalisePath } from './normalisePath.ts'
import { ANY_PREFIX } from './parseBasePath.ts'

/** A base URL whose requests a mock in this process answers. */
export type BaseUrl = { origin: string; basePath: string }

const BASE_URL_IS = '* or a URL such as https://plants.example/v1'

/** Reads `https://plants.example/v1`, or `*` for any origin. A path of `/*` is any prefix. Throws a RangeError. */
export function parseBaseUrl(baseUrl: string): BaseUrl {
  if (typeof baseUrl !== 'string') throw mismatch('/baseUrl', BASE_URL_IS, baseUrl)
  const [, origin = '', basePath = ''] = /^(\*|https?:\/\/[^/?#]+)(\/[^?#]*)?$/i.exec(baseUrl) ?? []
  if (origin !== '*' && !URL.canParse(origin)) throw mismatch('/baseUrl', BASE_URL_IS, baseUrl)
  return { origin: origin === '*' ? origin : new URL(origin).origin, basePath }
}

/** Whether a URL is that of the operation. `path` is the mock's. */
export function matchUrl(url: URL, origin: string, path: string): boolean {
  if (origin !== '*' && url.origin !== origin) return false
  const asked = normalisePath(url.pathname)
  return path.startsWith(ANY_PREFIX)
    ? asked?.endsWith(path.slice(ANY_PREFIX.length)) === true
    : asked === path
}
