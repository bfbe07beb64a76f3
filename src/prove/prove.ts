import type { Fault, Variation } from '../../contract-tests/implementations/implementation.ts'
import { faultyServers, variations } from '../../contract-tests/implementations/index.ts'
import { startImplementation } from '../../contract-tests/implementations/startImplementation.ts'
import { readContract } from '../contract/readContract.ts'
import { engineNames, loadEngines } from '../engines/engines.ts'
import type { Level, Report } from '../judge/report.ts'
import { checks, type Options, verifyLoaded } from '../verify.ts'
import { takeTurns } from './takeTurns.ts'

/** The report on one implementation. */
export type Proof = { report: Report } & (
  | { fault: Fault; variation?: undefined }
  | { variation: Variation; fault?: undefined }
)

export type ProveOptions = Pick<Options, 'engines' | 'plan'> & {
  /** Ids of implementations. Default: all. */
  only?: readonly string[]
  onProof?: (proof: Proof, done: number, total: number) => void
}

/** Concurrent runs. Some wait for seconds for a server that does not answer, while the others keep the processors busy. */
const AT_ONCE = 6

/** Runs the harness on the implementations, faults first, and resolves to their proofs in order. */
export function prove({ only, ...options }: ProveOptions = {}): Promise<Proof[]> {
  const all = [
    ...faultyServers.map((fault) => ({ fault, implementation: fault })),
    ...variations.map((variation) => ({ variation, implementation: variation })),
  ].filter(({ implementation }) => only === undefined || only.includes(implementation.id))
  return proveAll(all, options)
}

type Candidate = { implementation: Fault | Variation } & ({ fault: Fault } | { variation: Variation })

/** Runs the harness on these implementations. */
export async function proveAll(
  all: readonly Candidate[],
  { engines = engineNames, plan, onProof }: Omit<ProveOptions, 'only'>,
): Promise<Proof[]> {
  // Other engines repeat requests, and a monitor sends few.
  const loaded = await loadEngines(plan === 'monitor' ? ['probes'] : engines)
  const proofs: Proof[] = []
  let done = 0
  const next = async (places: Iterator<[number, Candidate]>): Promise<void> => {
    for (let place = places.next(); !place.done; place = places.next()) {
      const [index, { implementation, ...kind }] = place.value
      const { difference, expectations } = implementation
      const { baseUrl, close, ...known } = await startImplementation(difference)
      try {
        const report = await verifyLoaded(baseUrl, takeTurns(loaded), {
          ...known,
          expectations,
          plan,
          timeout: 3_000,
        })
        const proof = { ...kind, report } as Proof
        proofs[index] = proof
        done += 1
        onProof?.(proof, done, all.length)
      } finally {
        await close()
      }
    }
  }
  const places = all.entries()
  await Promise.all(Array.from({ length: AT_ONCE }, () => next(places)))
  return proofs
}

/** Whether the check that a fault names reports it. */
export function hasDetected({ fault, report }: Proof): boolean {
  const finding = report.findings.find(({ check }) => check === fault?.check)
  return finding !== undefined && finding.occurrences.seen > 0
}

/** Checks that wrongly report a variation: all that fail, and those that warn although it does not name them. */
export function listFalseAlarms({ variation, report }: Proof): string[] {
  if (variation === undefined) return []
  return report.findings
    .filter(
      ({ check, verdict }) => verdict === 'fail' || (verdict === 'warn' && !variation.warns?.includes(check)),
    )
    .map(({ check }) => check)
}

/** The level of a check. Throws an Error for an unknown id. */
export function findLevel(id: string): Level {
  const check = checks(readContract()).find((candidate) => candidate.id === id)
  if (!check) throw new Error(`no check has the id ${id}`)
  return check.level
}
