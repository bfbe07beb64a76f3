import { readContract } from '../../contract/readContract.ts'
import { readPower } from '../../prove/powerFile.ts'
import { checks, topics } from '../../verify.ts'
import { renderCheckPages } from './checkPages.ts'

/** The pages that explain the checks of the kit's own contract, by their path in `docs/`. */
export function createCheckPages(): Map<string, string> {
  const contract = readContract()
  const { faults } = readPower()
  const findFault = (check: string): string | undefined => faults.find((fault) => fault.check === check)?.id
  return renderCheckPages(checks(contract), topics, { contract, findFault })
}
