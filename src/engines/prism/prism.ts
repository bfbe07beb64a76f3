import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { Contract } from '../../contract/contract.ts'
import type { EngineOptions } from '../../record/engine.ts'
import { enginePackages } from '../enginePackages.ts'
import { createEngine, type StartProcessEngine } from '../process/createEngine.ts'
import type { EnginePlace, EngineSession } from '../process/engineDefinition.ts'
import { startChild } from '../process/startChild.ts'
import { isSuitable, judgeRequests } from './judgeRequests.ts'

/** Prism as an engine: its validation proxy stands between the kit and the forwarder. */
export const startPrism: StartProcessEngine = createEngine({
  name: 'prism',
  ...enginePackages.prism,
  startProcess: (peer, folder) =>
    startChild('prism/child', [join(peer.folder, peer.manifest.bin?.prism ?? 'dist/index.js')], folder),
  open: openProxy,
})

function openProxy(options: EngineOptions, { child, folder, forwarder }: EnginePlace): EngineSession {
  const description = join(folder, 'contract.json')
  writeFileSync(description, describeOperation(options.contract))
  forwarder.port.then(
    (port) => child.send({ description, upstream: `http://127.0.0.1:${port}` }),
    // The engine reports why it does not start.
    () => {},
  )

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
    ready: listening.promise.then(() => {}),
    judge: async (requests, target, results) => {
      const proxy = { port: await listening.promise, onLost: (listener: typeof lost) => (lost = listener) }
      return judgeRequests(proxy, requests, {
        admit: (request) =>
          forwarder.admit(request, target, ({ status }) =>
            isSuitable(status) ? undefined : `answered ${status} this time`,
          ),
        path: options.contract.operation.path,
        timeout: options.timeout,
        atOnce: options.atOnce,
        results,
      })
    },
  }
}

function isLoss(message: unknown): message is { lost: string } {
  return typeof message === 'object' && message !== null && 'lost' in message
}

/** The contract for Prism, which sends every request to the forwarder, whatever the servers of the contract are. */
function describeOperation({ document, operation: { path } }: Contract): string {
  const { paths = {} } = document as OpenAPIV3_1.Document
  const { servers: _, get, ...item } = paths[path] ?? {}
  const { servers: __, ...operation } = get ?? {}
  return JSON.stringify({
    ...document,
    servers: [{ url: 'http://127.0.0.1' }],
    paths: { [path]: { ...item, get: operation } },
  })
}
