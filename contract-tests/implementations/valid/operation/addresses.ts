import type { Difference, Variation } from '../../implementation.ts'
import { defaultLists } from '../../plants.ts'
import { correctResponse } from '../../response.ts'
import { selfSigned } from '../../selfSigned.ts'

/** Serves the operation at `place` and redirects there, stop by stop. */
function moved(
  status: number,
  place: string,
  stops: readonly string[] = ['/plants'],
  write = (path: string, host: string): string => (host === '' ? '' : path),
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

/** Base URLs, redirects and other paths. */
export const addressVariations: readonly Variation[] = [
  {
    id: 'base-with-path',
    title: 'has a base URL with a path',
    rows: ['V47'],
    difference: { basePath: '/api/v1' },
  },
  {
    id: 'base-with-slash',
    title: 'has a base URL that ends with a slash',
    rows: ['V47'],
    difference: { basePath: '/v1/' },
  },
  {
    id: 'base-with-bytes',
    title: 'has percent-encoded bytes in its base URL',
    rows: ['V47'],
    difference: { basePath: '/a%20b/%C3%BC/~x;y=1' },
  },
  {
    id: 'base-with-question-mark',
    title: 'has a base URL that ends with a question mark',
    rows: ['V46'],
    difference: { basePath: '/?' },
  },
  {
    id: 'base-with-fragment',
    title: 'has a base URL with a fragment',
    rows: ['V46'],
    difference: { basePath: '/v1#plants' },
  },
  ...[301, 302, 307, 308].map((status) => ({
    id: `moved-${status}`,
    title: `redirects to the path with a trailing slash with ${status}`,
    rows: ['V48', 'V49'],
    difference: moved(status, '/plants/'),
  })),
  {
    id: 'moved-as-proxied',
    title: 'redirects to the path with a trailing slash, over the protocol in X-Forwarded-Proto',
    rows: ['V49'],
    difference: {
      respond: (request, correct) => {
        const { path, query, headers } = request
        if (path === '/plants/' && request.user !== undefined)
          return correctResponse({ ...request, path: '/plants' }, defaultLists)
        if (path !== '/plants') return correct
        const protocol = headers['x-forwarded-proto'] ?? 'http'
        const Location = `${protocol}://${headers.host}/plants/${query === '' ? '' : `?${query}`}`
        return { status: 307, headers: { Location }, body: '' }
      },
    },
  },
  {
    id: 'moved-elsewhere',
    title: 'redirects to another path on the same host',
    rows: ['V49'],
    difference: moved(308, '/v2/flora'),
  },
  {
    id: 'moved-absolute',
    title: 'redirects to an absolute URL with an upper-case scheme',
    rows: ['V49'],
    difference: moved(307, '/en/plants', ['/plants'], (path, host) => `HTTP://${host}${path}`),
  },
  {
    id: 'moved-relative',
    title: 'redirects to a relative URL',
    rows: ['V49'],
    difference: moved(308, '/store/plants', ['/plants'], (path) => `./x/../${path.slice(1)}`),
  },
  {
    id: 'moved-network-path',
    title: 'redirects to a URL with a fragment but no scheme',
    rows: ['V49'],
    difference: moved(301, '/plants/all', ['/plants'], (path, host) => `//${host}${path}#top`),
  },
  {
    id: 'moved-often',
    title: 'redirects five times',
    rows: ['V49'],
    difference: moved(302, '/6', ['/plants', '/2', '/3', '/4', '/5']),
  },
  {
    id: 'moved-with-query',
    title: 'redirects to a URL with an additional parameter',
    rows: ['V49'],
    difference: moved(302, '/plants/all', ['/plants'], (path) =>
      path.includes('?') ? `${path}&lang=en` : `${path}?lang=en`,
    ),
  },
  {
    id: 'normalises-paths',
    title: 'redirects other spellings of the path to the usual one',
    rows: ['V48', 'V49'],
    difference: {
      respond: ({ path }, correct) =>
        ['/plants/', '//plants', '/PLANTS'].includes(path)
          ? { status: 301, headers: { Location: '/plants' }, body: '' }
          : correct,
    },
  },
  {
    id: 'moved-to-other-host',
    title: 'redirects to another host',
    rows: ['V49', 'OP08'],
    difference: moved(308, '/plants/', ['/plants'], (path) => `http://plants.example${path}`),
    warns: ['redirect-keeps-token-safe'],
    incomplete: true,
  },
  {
    id: 'address-ipv6',
    title: 'has only an IPv6 address',
    rows: ['V61'],
    difference: { address: '::1' },
  },
  {
    id: 'certificate-self-signed',
    title: 'has a self-signed certificate',
    rows: ['V76', 'C75'],
    difference: { tls: selfSigned },
    incomplete: true,
  },
  {
    id: 'host-for-tests',
    title: 'serves a host name reserved for tests over plain HTTP',
    rows: ['C74'],
    difference: { host: 'plants.test' },
  },
  {
    id: 'slash-is-the-same',
    title: 'also serves the path with a trailing slash',
    rows: ['V48'],
    difference: aliased('/plants/'),
  },
  {
    id: 'any-spelling-of-the-path',
    title: 'serves every spelling of the path with a token',
    rows: ['V48'],
    difference: aliased('/plants/', '//plants', '/PLANTS', '/plants;a'),
  },
  {
    id: 'page-for-unknown-paths',
    title: 'serves an HTML page at every other path',
    rows: ['V48'],
    difference: {
      respond: ({ path }, correct) =>
        path === '/plants'
          ? correct
          : { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<main></main>' },
    },
  },
  {
    id: 'json-at-unknown-paths',
    title: 'serves a JSON array without plants at every other path, without a token',
    rows: ['V48'],
    difference: {
      respond: ({ path }, correct) =>
        path === '/plants'
          ? correct
          : { status: 200, headers: { 'Content-Type': 'application/json' }, body: '["/plants"]' },
    },
  },
]
