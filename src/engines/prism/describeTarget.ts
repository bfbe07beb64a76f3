import { parse } from 'yaml'
import type { Contract } from '../../contract/contract.ts'

/**
 * The contract for Prism, with the operation at the full path that the target has, base path included. Prism looks up a
 * request by its full path and forwards that path to the target's origin.
 */
export function describeTarget(contract: Contract, origin: string, path: string): string {
  const document = parse(contract.text)
  const operation = document.paths[contract.operation.path]
  return JSON.stringify({ ...document, servers: [{ url: origin }], paths: { [path]: operation } })
}
