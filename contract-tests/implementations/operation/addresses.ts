import { type Difference, type Variation, valid } from '../implementation.ts'
import { defaultLists } from '../plants.ts'
import { correctResponse, emptyResponse, htmlResponse } from '../response.ts'

/** Serves the operation at `place`, and redirects requests for `stops[0]` to `place` through all the other stops. */
function moved(
  status: number,
  place: string,
  write = (path: string, host: string): string => (host === '' ? '' : path),
  stops: readonly string[] = ['/plants'],
): Difference {
  return {
    respond: (request, correct) => {
      const stop = stops.indexOf(request.path)
      const query = request.query === '' ? '' : `?${request.query}`
      if (stop >= 0) {
        const to = write(`${stops[stop + 1] ?? place}${query}`, request.headers.host ?? '')
        return { status, headers: { Location: to, 'Content-Type': 'text/html' }, body: '<a>moved</a>' }
      }
      return request.path === place ? correctResponse({ ...request, path: '/plants' }, defaultLists) : correct
    },
  }
}
const aliased = (...paths: readonly string[]): Difference => ({
  respond: (request, correct) =>
    paths.includes(request.path) ? correctResponse({ ...request, path: '/plants' }, defaultLists) : correct,
})

/** Valid servers with unusual addresses, redirects or additional paths. */
export const addressVariations: readonly Variation[] = [
  ...valid('V47', {
    'base-with-path: has a base URL with a path': { basePath: '/api/v1' },
    'base-with-slash: has a base URL that ends with a slash': { basePath: '/v1/' },
    'base-with-bytes: has percent-encoded bytes in its base URL': { basePath: '/a%20b/%C3%BC/~x;y=1' },
  }),
  ...valid('V46', {
    'base-with-question-mark: has a base URL that ends with a question mark': { basePath: '/?' },
    'base-with-fragment: has a base URL with a fragment': { basePath: '/v1#plants' },
  }),
  ...[301, 302, 307, 308].map((status) => ({
    id: `moved-${status}`,
    title: `redirects /plants to /plants/, with status ${status}`,
    rows: ['V48', 'V49'],
    difference: moved(status, '/plants/'),
  })),
  ...valid('V49', {
    'moved-as-proxied: redirects to the path with a trailing slash and the scheme from X-Forwarded-Proto': {
      respond: (request, correct) => {
        const { path, query, headers } = request
        if (path === '/plants/' && request.user !== undefined)
          return correctResponse({ ...request, path: '/plants' }, defaultLists)
        if (path !== '/plants') return correct
        const protocol = headers['x-forwarded-proto'] ?? 'http'
        const Location = `${protocol}://${headers.host}/plants/${query === '' ? '' : `?${query}`}`
        return emptyResponse(307, { Location })
      },
    },
    'moved-elsewhere: redirects to another path on the same host': moved(308, '/v2/flora'),
    'moved-absolute: redirects to an absolute URL with an upper-case scheme': moved(
      307,
      '/en/plants',
      (path, host) => `HTTP://${host}${path}`,
    ),
    'moved-relative: redirects to a relative URL that contains . and ..': moved(
      308,
      '/store/plants',
      (path) => `./x/../${path.slice(1)}`,
    ),
    'moved-often: redirects five times': moved(302, '/6', undefined, ['/plants', '/2', '/3', '/4', '/5']),
    'moved-with-query: redirects to a URL with an additional parameter': moved(302, '/plants/all', (path) =>
      path.includes('?') ? `${path}&lang=en` : `${path}?lang=en`,
    ),
  }),
  ...valid('V48 V49', {
    'normalises-paths: redirects three other spellings of the path to the usual spelling': {
      respond: ({ path }, correct) =>
        ['/plants/', '//plants', '/PLANTS'].includes(path)
          ? emptyResponse(301, { Location: '/plants' })
          : correct,
    },
    'moved-to-other-host (V49 OP08): redirects to another host': {
      difference: moved(308, '/plants/', (path) => `http://plants.example${path}`),
      warns: ['redirect-keeps-token-safe'],
      incomplete: true,
    },
    'address-ipv6 (V61): has only an IPv6 address': { address: '::1' },
    'certificate-self-signed (V76 C75): has a self-signed certificate': {
      difference: { tls: true },
      incomplete: true,
    },
    'host-for-tests (C74): serves a host name reserved for tests over plain HTTP': { host: 'plants.test' },
  }),
  ...valid('V48', {
    'slash-is-the-same: also serves the path with a trailing slash': aliased('/plants/'),
    'any-spelling-of-the-path: serves four other spellings of the path if the request has a token': aliased(
      '/plants/',
      '//plants',
      '/PLANTS',
      '/plants;a',
    ),
    'page-for-unknown-paths: serves an HTML page at every path except /plants': {
      respond: ({ path }, correct) => (path === '/plants' ? correct : htmlResponse(200, '<main></main>')),
    },
    'json-at-unknown-paths: at every path except /plants, serves a JSON array without plants, and requires no token':
      {
        respond: ({ path }, correct) =>
          path === '/plants'
            ? correct
            : { status: 200, headers: { 'Content-Type': 'application/json' }, body: '["/plants"]' },
      },
  }),
]
