import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readContract } from '../../contract/readContract.ts'
import type { StartEngine, Target } from '../../harness/engine.ts'
import { parseAddress } from '../../harness/http/url.ts'
import { type EngineSession, engineOf } from '../process/engineOf.ts'
import type { Peer } from '../process/findPeer.ts'
import { startChild } from '../process/startChild.ts'
import { judgeThroughPrism } from './judgeThroughPrism.ts'
import { prismContract } from './prismContract.ts'

/** Prism as a judge: its validation proxy between the kit and the target. */
export const startPrism: StartEngine = engineOf({
  name: 'prism',
  title: 'Prism',
  package: '@stoplight/prism-cli',
  install: 'npm install --save-dev @stoplight/prism-cli@5',
  open,
})

function open(target: Target, { folder: installed, manifest }: Peer, folder: string): EngineSession {
  const { protocol, host, target: path } = parseAddress(target.url)
  const origin = `${protocol}//${host}`
  const description = join(folder, 'contract.json')
  writeFileSync(description, prismContract(readContract(), origin, path))
  const entry = join(installed, manifest.bin?.prism ?? 'dist/index.js')
  // Without --errors, which would have it answer in the server's place; port 0 is any free port.
  const flags = ['--port', '0', '--host', '127.0.0.1', '--cors', 'false', '--errors', 'false']
  const child = startChild('prism/prismChild', [entry, 'proxy', description, origin, ...flags], folder)

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
    judge: async (requests, judgement) => {
      const proxy = { port: await listening.promise, onLost: (listener: typeof lost) => (lost = listener) }
      await judgeThroughPrism(proxy, target, requests, judgement)
    },
  }
}

function isLoss(message: unknown): message is { lost: string } {
  return typeof message === 'object' && message !== null && 'lost' in message
}
