import { type Contract, parseContract } from './contract.ts'
import { contractText } from './contractFile.ts'
import { schemasOf } from './schemasOf.ts'

let read: Contract | undefined

/** The kit's own contract, read from `spec/openapi.yaml` once for each process. */
export function readContract(): Contract {
  read ??= parseContract(contractText(), schemasOf)
  return read
}

/** The contract as it is saved now. The one that was read before stays where this throws. */
export function rereadContract(): Contract {
  read = parseContract(contractText(), schemasOf)
  return read
}
