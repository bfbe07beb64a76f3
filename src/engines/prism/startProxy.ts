import { createRequire } from 'node:module'
import { deferModules } from '../process/deferModules.ts'

/** Starts Prism's proxy on a free port of this machine, with what its command gives it. */
export type StartProxy = (description: string, upstream: string) => Promise<RunningProxy>

export type RunningProxy = {
  address: string
  /** Closes its connections, too. */
  close: () => Promise<void>
}

type Operations = readonly unknown[]
type Http = { getHttpOperationsFromSpec: (description: string) => Promise<Operations> }
type Core = { createLogger: (name: string, options: object) => object }
type Server = {
  createServer: (
    operations: Operations,
    options: object,
  ) => { listen: (port: number, host: string) => Promise<string>; close: () => Promise<void> }
}

/**
 * Loads the packages of Prism's proxy, from the entry of its command; undefined if this version has others. The command itself also
 * loads what a proxy never uses, which takes more than half of its time to start, and formats a log that is never read.
 */
export function loadProxy(entry: string): StartProxy | undefined {
  // The mock in the server's place, other formats of descriptions and of bodies, and proxies on the way to the server.
  deferModules([
    { by: '@stoplight/prism-http', request: './mocker', exports: ['default'] },
    { by: '@stoplight/prism-http', request: '../mocker' },
    { by: '@stoplight/prism-http', request: './mocker/generator/HttpParamGenerator' },
    { by: '@stoplight/prism-http', request: '@stoplight/http-spec/oas2/operation' },
    { by: '@stoplight/prism-http', request: '@stoplight/http-spec/postman/operation' },
    { by: '@stoplight/prism-http', request: 'parse-multipart-data' },
    { by: '@stoplight/prism-http', request: 'http-proxy-agent' },
    { by: '@stoplight/prism-http', request: 'https-proxy-agent' },
  ])
  const load = createRequire(entry)
  let packages: Http & Core & Server
  try {
    const { createServer } = load('@stoplight/prism-http-server') as Server
    const { getHttpOperationsFromSpec } = load('@stoplight/prism-http') as Http
    const { createLogger } = load('@stoplight/prism-core') as Core
    packages = { createServer, getHttpOperationsFromSpec, createLogger }
  } catch {
    return undefined
  }
  if (Object.values(packages).some((each) => typeof each !== 'function')) return undefined

  const { createServer, getHttpOperationsFromSpec, createLogger } = packages
  return async (description, upstream) => {
    const operations = await getHttpOperationsFromSpec(description)
    if (operations.length === 0) throw new Error('Prism found no operation in the contract')
    const server = createServer(operations, {
      cors: false,
      config: {
        isProxy: true,
        upstream: new URL(upstream),
        // The kit reads only what Prism says about responses.
        validateRequest: false,
        checkSecurity: false,
        validateResponse: true,
        // Otherwise Prism would replace the server's response.
        errors: false,
        mock: { dynamic: false },
      },
      components: { logger: createLogger('HTTP SERVER', { level: 'silent' }) },
    })
    return { address: await server.listen(0, '127.0.0.1'), close: server.close }
  }
}
