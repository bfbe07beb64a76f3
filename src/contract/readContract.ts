import { type Contract, parseContract } from './contract.ts'
import { readContractText } from './contractFile.ts'
import { loadSchemas } from './loadSchemas.ts'

let read: Contract | undefined

/** Reads the kit's contract from `spec/openapi.yaml`, once per process. */
export function readContract(): Contract {
  read ??= parseContract(readContractText(), loadSchemas)
  return read
}

/** Reads the contract again. If this throws, `readContract` keeps returning the previous one. */
export function rereadContract(): Contract {
  read = parseContract(readContractText(), loadSchemas)
  return read
}
