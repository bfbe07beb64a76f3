import { parse } from 'yaml'
import type { Contract } from '../../contract/contract.ts'

/**
 * The contract as Prism is to read it: the operation at the very path where the target has it, base path included.
 * Prism looks up a request by its whole path and forwards that path to the upstream's origin.
 */
export function prismContract(contract: Contract, origin: string, path: string): string {
  const document = parse(contract.text)
  const operation = document.paths[contract.operation.path]
  return JSON.stringify({ ...document, servers: [{ url: origin }], paths: { [path]: operation } })
}
