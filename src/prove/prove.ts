import { generatedFaults, generatedVariations } from '../../contract-tests/implementations/generated/index.ts'
import type { Fault, Variation } from '../../contract-tests/implementations/implementation.ts'
import { faultyServers, variations } from '../../contract-tests/implementations/index.ts'
import { startImplementation } from '../../contract-tests/implementations/startImplementation.ts'
import { suite } from '../../contract-tests/suite.ts'
import { engineNames, loadEngines } from '../engines/engines.ts'
import type { EngineName, Report } from '../judge/report.ts'
import type { Engines, RunningEngine } from '../record/engine.ts'
import { verifyWith } from '../record/verifyWith.ts'

/** A server that tests the checks: a faulty one, with the check that must report it, or a valid one. */
export type Candidate = Fault | Variation

/** The report on one of these servers. */
export type Proof = { server: Candidate; report: Report }

type ProveOptions = {
  engines?: readonly EngineName[]
  onProof?: (proof: Proof, done: number, total: number) => void
}

/** The servers of the corpus, faulty ones first. */
export const corpus: readonly Candidate[] = [...faultyServers, ...variations]

/** One faulty server for each condition of the plan and each effect that may hide behind it, and valid servers like them. */
export const generated: readonly Candidate[] = [...generatedFaults, ...generatedVariations]

/** Runs at the same time. Some wait for seconds for a server that does not answer, while the others keep the processors busy. */
const PARALLEL = 6

/** Tests these servers, by default with all engines, and resolves to their reports in order. */
export async function prove(
  candidates: readonly Candidate[],
  { engines = engineNames, onProof }: ProveOptions = {},
): Promise<Proof[]> {
  const loaded = await loadEngines(engines)
  const proofs: Proof[] = []
  const places = candidates.entries()
  let done = 0
  const work = async (): Promise<void> => {
    for (const [index, server] of places) {
      const { baseUrl, close, ...known } = await startImplementation(server.difference)
      try {
        const context = { suite, engines: takeTurns(loaded) }
        const options = { ...known, expectations: server.expectations, timeout: 3_000 }
        const proof = { server, report: await verifyWith(baseUrl, context, options) }
        proofs[index] = proof
        done += 1
        onProof?.(proof, done, candidates.length)
      } finally {
        await close()
      }
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  return proofs
}

/**
 * Engines that test one server one after another. Otherwise the responses of a server with a memory, and with them the results,
 * would depend on the speed of the machine.
 */
function takeTurns(engines: Engines): Engines {
  let turn: Promise<unknown> = Promise.resolve()
  const entries = Object.entries(engines).map(([name, start]) => {
    if (typeof start !== 'function') return [name, start]
    const startLater: typeof start = (options) => {
      let running: RunningEngine | undefined
      return {
        judge(requests, target) {
          const outcome = turn.then(() => {
            running = start(options)
            return running.judge(requests, target)
          })
          turn = outcome
          return outcome
        },
        stop: async () => running?.stop(),
      }
    }
    return [name, startLater]
  })
  return Object.fromEntries(entries)
}

/**
 * Whether the kit reports a server: a faulty one by the check that it names, a valid one by any check that fails, or that warns
 * although the server does not name it.
 */
export function isReported({ server, report }: Proof): boolean {
  return report.findings.some(({ check, verdict, occurrences }) => {
    if ('check' in server) return check === server.check && occurrences.seen > 0
    return verdict === 'fail' || (verdict === 'warn' && !server.warns?.includes(check))
  })
}

/** Whether the kit misses a faulty server, or reports a valid one. */
export function isWrong(proof: Proof): boolean {
  return isReported(proof) !== 'check' in proof.server
}
