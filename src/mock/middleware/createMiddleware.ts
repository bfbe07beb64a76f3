import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { isOperationPath, normalisePath, pageBaseUrl } from '../basePath.ts'
import { isControl } from '../control/checkAccess.ts'
import { type Controls, pickControls } from '../core.ts'
import { serveLater, serveOperation } from '../hosts/sendReply.ts'
import { loadMock, type PageHost } from '../loadMock.ts'
import { type MockOptions, mockOptionShapes } from '../mockOptions.ts'
import { type OptionShapes, readOptions } from '../readOptions.ts'
import { withPageParameters } from '../scenarios/preferences.ts'

/** The options of `createMiddleware`: the options of `startMock`, except the options for listening. */
export type MiddlewareOptions = Omit<MockOptions, 'port' | 'host' | 'tls'>

const { port: _port, host: _host, tls: _tls, ...shapes } = mockOptionShapes
export const middlewareOptionShapes: OptionShapes<MiddlewareOptions> = shapes

/** A request and a response of `node:http`, declared here so that users of the type declarations do not need Node's types. */
type NodeRequest = { url?: string | undefined; headers: object }
type NodeResponse = { statusCode: number; headersSent: boolean }

/** Answers requests for the operation, the control API and the console. Passes on requests for the server's own pages. */
export type MockMiddleware = Controls & {
  (request: NodeRequest, response: NodeResponse, next: () => void): void
  /** Stops watching files, and writes the recording. */
  close: () => Promise<void>
}

/**
 * Creates the mock as a middleware for a development server, such as webpack's. The console is at `/__admin/console/`. If a page's address
 * has `?__scenario=empty` or other `__` parameters, these parameters apply to the page's requests.
 *
 * Rejects with a FixtureError if the fixtures are invalid, a ContractError if the contract is invalid, and a RangeError if an option is
 * unknown or invalid. `host` is for the kit's own plugins.
 */
export async function createMiddleware(
  options: MiddlewareOptions = {},
  host: PageHost = { envPrefix: '' },
): Promise<MockMiddleware> {
  let origin = ''
  const { core, basePath, control, upstream, watch } = await loadMock(
    readOptions(options, middlewareOptionShapes),
    () => origin + pageBaseUrl(basePath),
    host,
  )
  const unwatch = watch()

  const middleware = (request: MountedRequest, response: ServerResponse, next: () => void): void => {
    if (response.socket === null) {
      serveLater(request, response, () => middleware(request, response, next))
      return
    }
    const { method = '', url = '/', originalUrl: target = url } = request
    const headers = readHeaders(request)
    if (isControl(target)) {
      origin = `${'encrypted' in request.socket ? 'https' : 'http'}://${headers.host}`
      request.headers.host = headers.host
      // Load the module on first use, as in createNodeServer.
      void import('../hosts/serveControl.ts').then(({ serveControl }) =>
        serveControl(request, response, core, control),
      )
      return
    }
    const path = normalisePath(target.split('?')[0] ?? '')
    const isPage = headers.accept?.includes('text/html')
    if (path === undefined || isPage || !isOperationPath(path, basePath, core.contract().path)) next()
    else {
      request.resume()
      const record = withPageParameters({ method, target, headers })
      serveOperation({ core, upstream }, record, response)
    }
  }
  const close = async (): Promise<void> => {
    upstream?.close()
    await unwatch?.()
  }
  return Object.assign(middleware as MockMiddleware, { close, ...pickControls(core) })
}

/** A request to a middleware. If a server mounts a middleware at a path, it removes this path from `url`, but not from `originalUrl`. */
type MountedRequest = IncomingMessage & { originalUrl?: string }

/** Reads the headers. With HTTP/2, headers such as `:authority` and `:path` replace the Host header and the request line. */
function readHeaders({ headers }: IncomingMessage): IncomingHttpHeaders {
  const { ':authority': authority } = headers
  if (typeof authority !== 'string') return headers
  const usual = Object.entries(headers).filter(([name]) => !name.startsWith(':'))
  return { host: authority, ...Object.fromEntries(usual) }
}
