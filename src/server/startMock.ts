import type { Server } from 'node:http'
import { readContract } from '../contract/readContract.ts'
import { baseUrl } from './baseUrl.ts'
import { createHandler } from './handler.ts'
import { ListenError } from './ListenError.ts'
import { type MockOptions, mockDefaults } from './mockOptions.ts'
import { nodeServer } from './nodeServer.ts'
import { parseBasePath } from './parseBasePath.ts'
import { readFixtures } from './readFixtures.ts'

/** A mock that accepts connections. */
export type Mock = {
  /** Base address without a slash at its end, for example `http://127.0.0.1:4010/v1`. */
  url: string
  port: number
  /** Stops it. Settles within a quarter of a second, whatever clients do; connections still open by then are cut. */
  close: () => Promise<void>
}

/** Milliseconds for answers under way to arrive before their connections are cut. */
const GRACE = 200

/**
 * Starts the reference server in this process.
 *
 * Rejects with a FixtureError when the fixtures cannot be served, a ListenError when it cannot listen, a RangeError when
 * an option is out of its range.
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const {
    port = mockDefaults.port,
    host = mockDefaults.host,
    basePath = mockDefaults.basePath,
    fixtures = mockDefaults.fixtures,
  } = options
  // Node takes an empty host for every address of the machine.
  if (host === '') throw new RangeError('expected an address or a name to listen on, got an empty host')
  const path = parseBasePath(basePath)
  const contract = readContract()
  const server = nodeServer(createHandler(readFixtures(fixtures, contract), contract, path))
  const bound = await listen(server, host, port)
  let closed: Promise<void> | undefined
  return {
    url: baseUrl(host, bound, path),
    port: bound,
    close: () => {
      closed ??= stop(server)
      return closed
    },
  }
}

/** The port that it listens on. */
function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: Error): void => reject(new ListenError(host, port, cause))
    server.once('error', refuse)
    server.listen({ host, port }, () => {
      server.off('error', refuse)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), GRACE)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
  })
}
