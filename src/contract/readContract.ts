import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Contract, parseContract } from './contract.ts'

/** The path of the contract that ships with the kit. */
const contractFile: string = fileURLToPath(import.meta.resolve('plant-store-kit/openapi.yaml'))

let read: Contract | undefined

/** The kit's own contract, read from `spec/openapi.yaml` once for each process. */
export function readContract(): Contract {
  read ??= parseContract(readFileSync(contractFile, 'utf8'))
  return read
}
