import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readContract } from '../../contract/readContract.ts'
import type { StartEngine, Target } from '../../harness/engine.ts'
import { parseAddress } from '../../harness/http/url.ts'
import { type EngineSession, engineOf } from '../process/engineOf.ts'
import type { Peer } from '../process/findPeer.ts'
import { startChild } from '../process/startChild.ts'
import type { Instructions, Report } from './dreddMessages.ts'
import { dreddRecorder } from './dreddRecorder.ts'
import { dreddPromises } from './expectedResponses.ts'
import { dreddOrders } from './transactions.ts'

/** Dredd as a judge: the requests are its transactions, and the contract's schemas what it validates the answers with. */
export const startDredd: StartEngine = engineOf({
  name: 'dredd',
  title: 'Dredd',
  package: 'dredd',
  install: 'npm install --save-dev dredd@14',
  open,
})

function open(target: Target, { folder: installed }: Peer, folder: string): EngineSession {
  const contract = readContract()
  const { protocol, host } = parseAddress(target.url)
  const description = join(folder, 'contract.yaml')
  writeFileSync(description, contract.text)
  const args = [installed, description, `${protocol}//${host}`, String(target.timeout)]
  const child = startChild('dredd/dreddChild', args, folder)

  const ready = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<void>()
  // A description that it cannot read ends Dredd before it is ready, any other trouble after.
  finished.promise.catch(ready.reject)
  let record: (report: Report) => void = () => {}
  child.onMessage((message) => {
    const report = message as Report
    if (report.kind === 'ready') ready.resolve()
    else if (report.kind !== 'end') record(report)
    else if (report.message === undefined) finished.resolve()
    else finished.reject(new Error(report.message))
  })
  return {
    child,
    ready: ready.promise,
    judge: async (requests, judgement) => {
      const expected = dreddPromises(contract)
      const sent = dreddOrders(target, requests, judgement)
      record = dreddRecorder(sent, judgement)
      const orders = sent.map(({ order }) => order)
      child.send({ orders, expected, timeout: target.timeout } satisfies Instructions)
      await finished.promise
    },
  }
}
