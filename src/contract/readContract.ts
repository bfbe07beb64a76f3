import * as built from '#validators'
import { type Contract, OWN_FILE, parseContract } from './contract.ts'
import { ContractError } from './description.ts'
import { readText } from './files.ts'
import { readReason } from './words.ts'

/** The last contract of each file. An unchanged file keeps the same contract object, because caches use the object as a key. */
const contracts = new Map<string, Contract>()

/** Reads the kit's contract, or the contract in `file`. Throws a ContractError, with file and line, if the contract is invalid. */
export function readContract(file?: string): Contract {
  // In reports, these names mean the kit's own contract, so the name of a user's file gets a prefix.
  const isTaken = file === 'openapi.yaml' || file === OWN_FILE
  const name = isTaken ? `./${file}` : (file ?? OWN_FILE)
  let text: string
  try {
    text = readText(file)
  } catch (error) {
    throw new ContractError(name, undefined, `cannot be read (${readReason(error)})`)
  }
  const known = contracts.get(name)
  if (known?.text === text) return known
  const contract = parseContract(text, name, built)
  contracts.set(name, contract)
  return contract
}
