// The type declarations need this library, and the user's compiler options may not name it.
/// <reference lib="esnext.disposable" preserve="true" />

import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isNamed } from '../contract/words.ts'
import { formatBaseUrl } from './basePath.ts'
import { type Controls, pickControls } from './core.ts'
import { createNodeServer } from './hosts/createNodeServer.ts'
import { loadMock } from './loadMock.ts'
import { type MockOptions, mockDefaults, mockOptionShapes } from './mockOptions.ts'
import { readOptions } from './readOptions.ts'

/** A running mock server. */
export type Mock = Controls & {
  /** The base URL without a trailing slash, for example `http://127.0.0.1:4010/v1`. */
  url: string
  port: number
  /** Stops the server, and ends connections that are still open after 200 ms. */
  close: () => Promise<void>
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose]: () => Promise<void>
}

/** When the mock closes: the milliseconds after which it ends the connections that are still open. */
const GRACE = 200

/**
 * Starts the mock as an HTTP server in this process.
 *
 * Rejects with a FixtureError for invalid fixtures, a ContractError for an invalid contract, a RangeError for an unknown or invalid option,
 * a CertificateError for an invalid certificate or key, and a ListenError if the mock cannot listen.
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { port, host, tls, ...rest } = { ...mockDefaults, ...readOptions(options, mockOptionShapes) }
  // Load this module on first use, because most mocks have no certificate.
  if (tls) (await import('./tls/tls.ts')).assertCertificate(tls)
  let url = ''
  const mock = await loadMock(rest, () => url)
  const { core, basePath, upstream, watch } = mock
  const { server, cut } = createNodeServer(mock, tls)
  const bound = await listen(server, host, port)
  url = formatBaseUrl(tls ? 'https' : 'http', host, bound, basePath)
  const unwatch = watch()
  let closed: Promise<void> | undefined
  const close = (): Promise<void> => {
    closed ??= Promise.all([stop(server, cut), unwatch?.()]).then(() => upstream?.close())
    return closed
  }
  return { url, port: bound, close, [Symbol.asyncDispose]: close, ...pickControls(core) }
}

/** Returns the server's port. */
async function listen(server: Server, host: string, port: number): Promise<number> {
  try {
    await once(server.listen({ host, port }), 'listening')
  } catch (cause) {
    throw new ListenError(host, port, cause as Error)
  }
  return (server.address() as AddressInfo).port
}

/** The mock could not listen on its host and port. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  /** Node's error code: `EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL`, `ENOTFOUND`, … */
  readonly code: string

  constructor(host: string, port: number, cause: Error & { code?: string }) {
    const code = cause.code ?? 'unknown'
    const reason = REASONS[code] ?? code
    super(`cannot listen on port ${port} of ${host}: ${reason}`, { cause })
    this.code = code
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isNamed(value, 'ListenError')
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is already in use; choose another port, or 0 for any free port',
  EACCES: 'you have no permission to use this port; choose a port above 1023, or 0 for any free port',
  EADDRNOTAVAIL: 'the host is not an address of this machine; use a local address, such as 127.0.0.1',
  ENOTFOUND: 'the host has no address; use an address of this machine, such as 127.0.0.1',
}

function stop(server: Server, cut: () => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(cut, GRACE)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
