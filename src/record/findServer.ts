import { setTimeout as pause } from 'node:timers/promises'
import { readKit } from '../contract/files.ts'
import { readContract } from '../contract/readContract.ts'
import type { Exchange, Probe } from '../judge/exchange.ts'
import { verifyDefaults } from '../judge/verifyOptions.ts'
import { createClient } from './http/client.ts'
import { createRoute } from './http/route.ts'
import { joinUrl } from './http/url.ts'
import { isLost, isServing } from './recovery.ts'
import type { VerifyOptions } from './verifyOptions.ts'

/** What answers at an address. Without a status, it is no HTTP response. */
export type FoundServer = { url: string; status: number | undefined }

/** Milliseconds between two requests to a server that is starting: at first, and at most. */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 500

/**
 * Finds what answers the plain request at a base URL: undefined if nothing does, or if it is a gateway that waits for its server. Such a
 * gateway answers 502, 503 or 504, or closes the connection.
 */
export async function findServer(
  baseUrl: string,
  {
    contract,
    token,
    headers = [],
    resolve = [],
    timeout = verifyDefaults.timeout,
    ...options
  }: VerifyOptions,
  stop: AbortSignal,
): Promise<FoundServer | undefined> {
  const url = joinUrl(baseUrl, readContract(contract).operation.path)
  const { name, version } = readKit()
  const client = createClient({
    timeout,
    fields: headers,
    userAgent: `${name}/${version}`,
    resolutions: resolve,
    route: createRoute(options),
    bodyLimit: 0,
    memory: 0,
    patience: 0,
    signal: stop,
  })
  const fields = token === undefined ? [] : [{ name: 'Authorization', value: `Bearer ${token}`, shell: '' }]
  const probe: Probe = {
    id: 'start/before',
    reason: 'whether something answers before the server is started',
    method: 'GET',
    credential: { kind: 'valid', label: 'the token', fields },
    limit: 'absent',
    documented: true,
    benign: true,
  }
  stop.addEventListener('abort', client.close)
  const received = await client.ask(probe, url).catch(() => undefined)
  stop.removeEventListener('abort', client.close)
  client.close()
  return received === undefined || isStarting(received)
    ? undefined
    : { url, status: received.response?.status }
}

/** Waits until a server that is starting answers, or a gateway no longer answers in its place. Ends too if there is no use in waiting. */
export async function waitForServer(
  ask: () => Promise<Exchange>,
  patience: number,
  { report, signal }: { report: (event: object) => void; signal: AbortSignal },
): Promise<void> {
  const end = performance.now() + patience
  for (let ms = FIRST_PAUSE; !signal.aborted; ms = Math.min(ms * 2, LONGEST_PAUSE)) {
    const received = await ask().catch(() => undefined)
    const left = end - performance.now()
    if (!received || !isStarting(received) || left <= 0) return
    if (ms === FIRST_PAUSE) report({ startingMs: patience })
    await pause(Math.min(ms, left), undefined, { signal }).catch(() => {})
  }
}

/** Whether the server may still answer later. A certificate that is not trusted now will not be trusted then. */
function isStarting(exchange: Exchange): boolean {
  return exchange.response ? !isServing(exchange) : isLost(exchange) && exchange.failure?.kind !== 'tls'
}
