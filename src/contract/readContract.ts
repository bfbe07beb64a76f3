import { type Contract, parseContract } from './contract.ts'
import { readContractText } from './contractFile.ts'
import { loadSchemas } from './loadSchemas.ts'

let contract: Contract | undefined

/** Reads the kit's contract from `spec/openapi.yaml`, once per process. */
export function readContract(): Contract {
  contract ??= parseContract(readContractText(), loadSchemas)
  return contract
}

/** Reads the contract again. If this throws, `readContract` keeps returning the previous one. */
export function rereadContract(): Contract {
  contract = parseContract(readContractText(), loadSchemas)
  return contract
}
