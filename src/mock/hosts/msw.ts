import { type HttpHandler, HttpResponse, http } from 'msw'
import { quote } from '../../contract/quote.ts'
import { normalisePath } from '../normalisePath.ts'
import { createMock, FaultError, type FetchMock, type FetchMockOptions } from './createMock.ts'

/** Which requests are answered, and by what. */
export type HandlersOptions = {
  /**
   * Where the service is thought to be: `*` for any origin, or one such as `https://plants.example`; with its base path, where it
   * has one: `https://plants.example/v1`. Default: `*`.
   */
  baseUrl?: string
} & (
  | { /** A mock of `createMock`, whose scenario may change while handlers are in use. */ mock: FetchMock }
  | ({ mock?: never } & Omit<FetchMockOptions, 'basePath'>)
)

/**
 * Handlers of MSW that answer the operation's path as the mock does, by any method. Other paths are left to other handlers, and
 * to MSW's own `onUnhandledRequest`. Throws a RangeError when `baseUrl` is none, or has another base path than `mock`.
 */
export function handlers(options: HandlersOptions = {}): HttpHandler[] {
  const { baseUrl = '*', mock: given, ...rest } = options
  const { origin, basePath } = parse(baseUrl)
  const mock = given ?? createMock({ ...rest, basePath })
  const { path } = mock
  if (basePath !== '' && !path.startsWith(`${basePath.replace(/\/$/, '')}/`))
    throw new RangeError(`expected the base path of the mock, which answers ${path}, got ${quote(baseUrl)}`)
  const isMeant = ({ request }: { request: Request }): boolean => {
    const url = new URL(request.url)
    return (origin === '*' || url.origin === origin) && normalisePath(url.pathname) === path
  }
  return [http.all(isMeant, ({ request }) => answer(request, mock))]
}

function parse(baseUrl: string): { origin: string; basePath: string } {
  const [, origin = '', basePath = ''] = /^(\*|https?:\/\/[^/?#]+)(\/[^?#]*)?$/i.exec(baseUrl) ?? []
  if (origin !== '*' && !URL.canParse(origin))
    throw new RangeError(`expected * or a base URL such as https://plants.example/v1, got ${quote(baseUrl)}`)
  return { origin: origin === '*' ? origin : new URL(origin).origin, basePath }
}

async function answer(request: Request, mock: FetchMock): Promise<Response> {
  try {
    return await mock.fetch(request)
  } catch (error) {
    // MSW would make a 500 of what is thrown; this is its word for a connection that broke.
    if (error instanceof FaultError || request.signal.aborted) return HttpResponse.error()
    throw error
  }
}
