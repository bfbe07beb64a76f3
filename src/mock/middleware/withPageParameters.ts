import { isControl } from '../control/checkAccess.ts'
import { headerValue, type RequestRecord } from '../records.ts'

/**
 * Gives a request the `__` parameters of the page that sent it, unless it asks for something itself. A link such as `/?__scenario=slow`
 * then opens a page in that state. Pages of other origins, and the console, have no say.
 */
export function withPageParameters(request: RequestRecord): RequestRecord {
  const { target, headers } = request
  const page = headerValue(headers, 'referer')
  const mark = page?.indexOf('?') ?? -1
  if (page === undefined || mark === -1 || !page.includes('__', mark)) return request
  if (headers.prefer !== undefined || target.includes('__')) return request
  const url = URL.parse(page)
  if (url === null || isControl(url.pathname)) return request
  // A server behind a proxy doesn't know the scheme of its pages.
  if (URL.parse(`${url.protocol}//${headerValue(headers, 'host')}`)?.origin !== url.origin) return request
  const parameters = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair.startsWith('__'))
  if (parameters.length === 0) return request
  const separator = target.includes('?') ? '&' : '?'
  return { ...request, target: target + separator + parameters.join('&'), isLinked: true }
}
