import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StartEngine, Target } from '../../harness/engine.ts'
import { parseAddress } from '../../harness/http/url.ts'
import { enginePackages } from '../enginePackages.ts'
import { createEngine, type EngineSession } from '../process/createEngine.ts'
import type { Peer } from '../process/findPeer.ts'
import { startChild } from '../process/startChild.ts'
import { describeExpectedResponses } from './describeExpectedResponses.ts'
import type { ChildMessage, Instructions } from './messages.ts'
import { recordReports } from './recordReports.ts'
import { buildTransactions } from './transactions.ts'

/** Dredd as an engine: it sends the requests as its transactions and validates the responses with the contract's schemas. */
export const startDredd: StartEngine = createEngine({
  name: 'dredd',
  ...enginePackages.dredd,
  open: startDreddProcess,
})

function startDreddProcess(target: Target, { folder: installed }: Peer, folder: string): EngineSession {
  const { protocol, host } = parseAddress(target.url)
  const description = join(folder, 'contract.yaml')
  writeFileSync(description, target.contract.text)
  const args = [installed, description, `${protocol}//${host}`, String(target.timeout)]
  const child = startChild('dredd/child', args, folder)

  const ready = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<void>()
  // If Dredd cannot read the description, it ends before it is ready.
  finished.promise.catch(ready.reject)
  let record: (report: ChildMessage) => void = () => {}
  child.onMessage((message) => {
    const report = message as ChildMessage
    if (report.kind === 'ready') ready.resolve()
    else if (report.kind !== 'end') record(report)
    else if (report.message === undefined) finished.resolve()
    else finished.reject(new Error(report.message))
  })
  return {
    child,
    ready: ready.promise,
    judge: async (requests, results) => {
      const transactions = buildTransactions(target, requests, results)
      record = recordReports(transactions, results)
      child.send({
        requests: transactions.map(({ request }) => request),
        expected: describeExpectedResponses(target.contract),
        timeout: target.timeout,
      } satisfies Instructions)
      await finished.promise
    },
  }
}
