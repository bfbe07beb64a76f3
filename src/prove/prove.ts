import type { Fault, Variation } from '../../contract-tests/implementations/implementation.ts'
import { faultyServers, variations } from '../../contract-tests/implementations/index.ts'
import { startImplementation } from '../../contract-tests/implementations/startImplementation.ts'
import { suite } from '../../contract-tests/suite.ts'
import { readContract } from '../contract/readContract.ts'
import { engineNames } from '../engines/engines.ts'
import type { Report } from '../harness/report.ts'
import { type Options, verify } from '../verify.ts'

/** What a run on one implementation of the corpus came to. */
export type Proof = { report: Report } & (
  | { fault: Fault; variation?: undefined }
  | { variation: Variation; fault?: undefined }
)

export type ProveOptions = Pick<Options, 'engines'> & {
  /** Ids of implementations; all of them by default. */
  only?: readonly string[]
  onProof?: (proof: Proof, done: number, total: number) => void
}

/** Runs at once: each spends most of its time waiting for the processes of its engines. */
const AT_ONCE = 3

/** Runs the harness on the corpus, faults first, and resolves to a proof for each implementation, in order. */
export async function prove({
  engines = engineNames,
  only,
  onProof,
}: ProveOptions = {}): Promise<Proof[]> {
  const all = [
    ...faultyServers.map((fault) => ({ fault, implementation: fault })),
    ...variations.map((variation) => ({ variation, implementation: variation })),
  ].filter(({ implementation }) => only === undefined || only.includes(implementation.id))
  const proofs: Proof[] = []
  let done = 0
  const next = async (places: Iterator<[number, (typeof all)[number]]>): Promise<void> => {
    for (let place = places.next(); !place.done; place = places.next()) {
      const [index, { implementation, ...kind }] = place.value
      const { difference, expectations } = implementation
      const { baseUrl, close, ...known } = await startImplementation(difference)
      try {
        const report = await verify(baseUrl, { ...known, expectations, engines, timeout: 3_000 })
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

/** Whether the check that a fault names saw it. */
export function isSeen({ fault, report }: Proof): boolean {
  const found = report.findings.find(({ check }) => check === fault?.check)
  return found !== undefined && found.occurrences.seen > 0
}

/** What the kit holds against a variation: any failure, and warnings that the variation does not name. */
export function blame({ variation, report }: Proof): string[] {
  return report.findings
    .filter(
      ({ check, verdict }) =>
        verdict === 'fail' || (verdict === 'warn' && !variation?.warns?.includes(check)),
    )
    .map(({ check }) => check)
}

/** Level of the check that must see a fault. */
export function levelOf(fault: Fault): string {
  return suite.checks(readContract()).find(({ id }) => id === fault.check)?.level ?? 'unknown'
}
