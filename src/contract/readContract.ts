import * as built from '#validators'
import { ContractError } from './ContractError.ts'
import { type Contract, parseContract } from './contract.ts'
import { readText } from './files.ts'
import { errorCode } from './words.ts'

let contract: Contract | undefined
/** The latest contract in another file: what is known about a contract is kept by its object. */
let other: Contract | undefined

/**
 * Reads the kit's contract from `spec/openapi.yaml`, once per process, or the contract in another file. Throws a ContractError with file
 * and line.
 */
export function readContract(file?: string): Contract {
  if (file !== undefined) return readOther(file)
  contract ??= parseContract(readText(), undefined, built)
  return contract
}

/** Reads the contract again. If this throws, `readContract` keeps returning the previous one. */
export function rereadContract(file?: string): Contract {
  if (file !== undefined) return readOther(file)
  contract = parseContract(readText())
  return contract
}

function readOther(file: string): Contract {
  let text: string
  try {
    text = readText(file)
  } catch (error) {
    throw new ContractError(file, undefined, `cannot be read (${errorCode(error)})`)
  }
  // In reports, these names mean the kit's own contract.
  const isTaken = file === 'openapi.yaml' || file === 'spec/openapi.yaml'
  const name = isTaken ? `./${file}` : file
  if (other?.file !== name || other.text !== text) other = parseContract(text, name)
  return other
}
