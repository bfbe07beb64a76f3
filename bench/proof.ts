import { generatedFaults, generatedVariations } from '../contract-tests/implementations/generated/index.ts'
import type { Fault, Variation } from '../contract-tests/implementations/implementation.ts'
import { faultyServers, variations } from '../contract-tests/implementations/index.ts'
import { startImplementation } from '../contract-tests/implementations/startImplementation.ts'
import { suite } from '../contract-tests/suite.ts'
import { readContract } from '../src/contract/readContract.ts'
import { engineNames, loadEngines } from '../src/engines/engines.ts'
import type { EngineName, Level, Report } from '../src/judge/report.ts'
import type { Engines, RunningEngine } from '../src/record/engine.ts'
import { verifyWith } from '../src/record/verifyWith.ts'

/** A test server: a faulty server with the check that must report it, or a valid server. */
export type Candidate = Fault | Variation

/** A server of the corpus, and the report on that server. */
export type Proof = { server: Candidate; report: Report }

type ProveOptions = {
  engines?: readonly EngineName[]
  plan?: 'full' | 'monitor'
  onProof?: (proof: Proof, done: number, total: number) => void
}

/** The servers of the corpus. Faulty servers come first. */
export const corpus: readonly Candidate[] = [...faultyServers, ...variations]

/** Generated servers: for each condition, a valid server, and a faulty server for each effect that shows under this condition. */
export const generated: readonly Candidate[] = [...generatedFaults, ...generatedVariations]

/** The level of each check, by its id. */
export const levels: ReadonlyMap<string, Level> = new Map(
  suite.checks(readContract()).map(({ id, level }) => [id, level]),
)

/** The number of concurrent runs. More runs than processors are useful, because some runs mostly wait for a server. */
const PARALLEL = 6

/** Tests these servers, by default with all engines. Resolves to the reports, in the order of the servers. */
export async function prove(
  candidates: readonly Candidate[],
  { engines = engineNames, plan, onProof }: ProveOptions = {},
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
        const options = { ...known, expectations: server.expectations, timeout: 3_000, plan }
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
 * Makes the engines test a server one after another. If engines ran at the same time, the responses of a stateful server would depend on
 * the speed of the machine, and the results would vary.
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
 * Whether the kit reports a server. A faulty server counts as reported if the check that it declares reports it. A valid server counts as
 * reported if any check fails, or if a check warns that is not in the server's `warns`.
 */
export function isReported({ server, report }: Proof): boolean {
  return report.findings.some(({ check, verdict, occurrences }) => {
    if ('check' in server) return check === server.check && occurrences.seen > 0
    return verdict === 'fail' || (verdict === 'warn' && !server.warns?.includes(check))
  })
}

/**
 * Whether the kit's result differs from the server's declaration. No other violation or warning may come before the check that a faulty
 * server declares, because developers start with the first finding.
 */
export function isWrong(proof: Proof): boolean {
  const { server, report } = proof
  if (isReported(proof) !== 'check' in server) return true
  // Prism and Dredd may fail on a server that redirects, or whose responses they cannot read.
  if (report.engines.length > 1) return false
  if (!('check' in server)) return report.verdict !== ('incomplete' in server ? 'incomplete' : 'conformant')
  const level = levels.get(server.check)
  const [first] = listSerious(report)
  return (
    first !== (level === 'INFO' ? undefined : server.check) ||
    report.verdict !== (level === 'MUST' ? 'violations' : 'conformant')
  )
}

/** Lists the checks that report violations, then the checks that warn. */
export function listSerious({ findings }: Report): string[] {
  const listed = (['fail', 'warn'] as const).map((each) => findings.filter(({ verdict }) => verdict === each))
  return listed.flat().map(({ check }) => check)
}
