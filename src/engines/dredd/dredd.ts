import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineOptions } from '../../record/engine.ts'
import { enginePackages } from '../enginePackages.ts'
import { createEngine, type StartProcessEngine } from '../process/createEngine.ts'
import type { EnginePlace, EngineSession } from '../process/engineDefinition.ts'
import { startChild } from '../process/startChild.ts'
import { describeExpectedResponses } from './describeExpectedResponses.ts'
import type { ChildMessage, Description, Instructions } from './messages.ts'
import { recordReports } from './recordReports.ts'
import { buildTransactions } from './transactions.ts'

/** Dredd as an engine: it sends the requests as its transactions and validates the responses with the contract's schemas. */
export const startDredd: StartProcessEngine = createEngine({
  name: 'dredd',
  ...enginePackages.dredd,
  startProcess: (peer, folder) => startChild('dredd/child', [peer.folder], folder),
  open: openRun,
})

function openRun({ contract }: EngineOptions, { child, folder, forwarder }: EnginePlace): EngineSession {
  const description = join(folder, 'contract.yaml')
  writeFileSync(description, contract.text)
  child.send({ description } satisfies Description)

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
    ready: ready.promise,
    judge: async (requests, target, results) => {
      const transactions = buildTransactions(requests, {
        admit: (request) => forwarder.admit(request, target),
        port: await forwarder.port,
        path: contract.operation.path,
        results,
      })
      record = recordReports(transactions, results)
      child.send({
        requests: transactions.map(({ request }) => request),
        expected: describeExpectedResponses(contract),
      } satisfies Instructions)
      await finished.promise
      return 'idle'
    },
  }
}
