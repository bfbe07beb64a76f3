import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { packageRoot } from './packageRoot.ts'

/** The path of the contract that ships with the kit. */
export const contractFile: string = fileURLToPath(new URL('spec/openapi.yaml', packageRoot))

/** Reads the text of the contract. */
export function readContractText(): string {
  return readFileSync(contractFile, 'utf8')
}
