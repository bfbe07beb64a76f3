import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { Contract } from '../../contract/contract.ts'
import type { StartEngine, Target } from '../../harness/engine.ts'
import { parseAddress } from '../../harness/http/url.ts'
import { enginePackages } from '../enginePackages.ts'
import { createEngine, type EngineSession } from '../process/createEngine.ts'
import type { Peer } from '../process/findPeer.ts'
import { startChild } from '../process/startChild.ts'
import { judgeRequests } from './judgeRequests.ts'

/** Prism as an engine: its validation proxy stands between the kit and the target. */
export const startPrism: StartEngine = createEngine({
  name: 'prism',
  ...enginePackages.prism,
  open: startPrismProxy,
})

function startPrismProxy(
  target: Target,
  { folder: installed, manifest }: Peer,
  folder: string,
): EngineSession {
  const { protocol, host, target: path } = parseAddress(target.url)
  const origin = `${protocol}//${host}`
  const description = join(folder, 'contract.json')
  writeFileSync(description, describeTarget(target.contract, origin, path))
  const entry = join(installed, manifest.bin?.prism ?? 'dist/index.js')
  // With --errors Prism would replace the server's response. Port 0 means any free port.
  const flags = ['--port', '0', '--host', '127.0.0.1', '--cors', 'false', '--errors', 'false']
  const child = startChild('prism/child', [entry, 'proxy', description, origin, ...flags], folder)

  const listening = Promise.withResolvers<number>()
  let output = ''
  child.onOutput((text) => {
    output = (output + text).slice(-1_000)
    const port = /Prism is listening on http:\/\/[^\s:]+:(\d+)/.exec(output)?.[1]
    if (port !== undefined) listening.resolve(Number(port))
  })
  let lost: (reason: string) => void = (reason) => listening.reject(new Error(reason))
  child.onMessage((message) => {
    if (isLoss(message)) lost(message.lost)
  })
  return {
    child,
    ready: listening.promise.then(() => {}),
    judge: async (requests, results) => {
      const proxy = { port: await listening.promise, onLost: (listener: typeof lost) => (lost = listener) }
      await judgeRequests(proxy, target, requests, results)
    },
  }
}

function isLoss(message: unknown): message is { lost: string } {
  return typeof message === 'object' && message !== null && 'lost' in message
}

/**
 * The contract for Prism, with the operation at the full path that the target has, base path included. Prism looks up a
 * request by its full path and forwards that path to the target's origin.
 */
function describeTarget(
  { document, operation: { path: own } }: Contract,
  origin: string,
  path: string,
): string {
  const { paths = {} } = document as OpenAPIV3_1.Document
  const { servers: _, get, ...item } = paths[own] ?? {}
  const { servers: __, ...operation } = get ?? {}
  return JSON.stringify({
    ...document,
    servers: [{ url: origin }],
    paths: { [path]: { ...item, get: operation } },
  })
}
