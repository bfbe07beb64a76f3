import { fileURLToPath } from 'node:url'
import { packageRoot } from './packageRoot.ts'

/** The path of the contract that ships with the kit. */
export const contractFile: string = fileURLToPath(new URL('spec/openapi.yaml', packageRoot))

/** Reads the text of the contract. */
export function readContractText(): string {
  // An import would read all members of the module, and some of those load others.
  return process.getBuiltinModule('node:fs').readFileSync(contractFile, 'utf8')
}
