import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The path of the contract that ships with the kit. */
export const contractFile: string = fileURLToPath(import.meta.resolve('plant-store-kit/openapi.yaml'))

/** The contract as written. */
export function contractText(): string {
  return readFileSync(contractFile, 'utf8')
}
