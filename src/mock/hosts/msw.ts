// Import the whole namespace: MSW 1 has no `http`, so a named import would fail before the kit can print a message.
import * as msw from 'msw'
import { mismatch, type Shape } from '../../contract/shape.ts'
import { quote } from '../../contract/words.ts'
import { ANY_PREFIX, matchUrl, parseBaseUrl } from '../basePath.ts'
import { type FetchMockOptions, fetchMockOptionShapes } from '../mockOptions.ts'
import { anyValue, readOptions } from '../readOptions.ts'
import { createMock, FaultError, type FetchMock } from './createMock.ts'

/** Options of `handlers`. */
export type HandlersOptions = {
  /** The base URL to intercept, such as `https://a.example/v1`. Default: any origin, with any prefix or with the path of `mock`. */
  baseUrl?: string
} & (
  | { /** A mock from `createMock`. Pass your own mock to change its scenario later. */ mock: FetchMock }
  | ({ mock?: never } & Omit<FetchMockOptions, 'basePath'>)
)

/**
 * Returns MSW handlers with which the mock answers requests with any method for the operation's path. Other handlers and MSW's
 * `onUnhandledRequest` handle other paths. Throws a RangeError if an option is invalid, or if `baseUrl` does not match `mock`.
 */
export function handlers(options: HandlersOptions = {}): msw.HttpHandler[] {
  if (!('http' in msw)) throw new Error('plant-store-kit/msw needs MSW 2 or later')
  const { mock: given, ...all } = readOptions(options, shapes)
  // Default: any prefix, as in Vite, Vitest and Storybook. If the user passes a mock, the default is the path of this mock.
  const { baseUrl = given ? '*' : '*/*', ...rest } = all
  const [extra] = given ? Object.keys(rest) : []
  if (extra !== undefined)
    throw new RangeError(`${extra}: pass this option to createMock, because handlers() already has a mock`)
  const { origin, basePath } = parseBaseUrl(baseUrl)
  const mock = given ?? createMock({ ...rest, basePath })
  const { path } = mock
  if (basePath !== '' && !path.startsWith(ANY_PREFIX) && !path.startsWith(`${basePath.replace(/\/$/, '')}/`))
    throw new RangeError(
      `baseUrl: expected the base path of the mock, which serves ${path}, got ${quote(baseUrl)}`,
    )
  const isForMock = ({ request }: { request: Request }): boolean =>
    matchUrl(new URL(request.url), origin, path)
  const handler = msw.http.all('*', ({ request }) => answer(request, mock))
  // Older versions of MSW 2 do not accept a function instead of a path.
  return [Object.assign(handler, { predicate: isForMock })]
}

const readMock: Shape<FetchMock> = (value, pointer) => {
  const { fetch, path } = Object(value)
  if (typeof fetch === 'function' && typeof path === 'string') return value as FetchMock
  throw mismatch(pointer, 'a mock from createMock', value)
}

const { basePath: _, ...ofMock } = fetchMockOptionShapes
const shapes = { ...ofMock, baseUrl: anyValue, mock: readMock }

async function answer(request: Request, mock: FetchMock): Promise<Response> {
  try {
    return await mock.fetch(request)
  } catch (error) {
    // If a handler throws, MSW 2.3 and later send a 500. With `HttpResponse.error()`, the request fails as after a network error.
    if (error instanceof FaultError || request.signal.aborted) return msw.HttpResponse.error()
    throw error
  }
}
