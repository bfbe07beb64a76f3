import { type JsonObject, resolve, toList, toObject } from './json.ts'

/** An operation of the contract. */
export type Operation = {
  method: string
  path: string
  description: JsonObject
  /** Those of the path and of the operation. */
  parameters: readonly JsonObject[]
  /** The names of the security schemes; an empty list if the operation needs none. */
  security: readonly string[]
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** Lists the operations of a contract in the order of its paths. */
export function listOperations(contract: JsonObject): Operation[] {
  return Object.entries(toObject(contract.paths)).flatMap(([path, item]) => {
    const shared = resolve(item, contract)
    return METHODS.filter((method) => method in shared).map((method) => {
      const description = toObject(shared[method])
      const parameters = [...toList(shared.parameters), ...toList(description.parameters)]
      const security = toList(description.security ?? contract.security)
      return {
        method: method.toUpperCase(),
        path,
        description,
        parameters: parameters.map((parameter) => resolve(parameter, contract)),
        security: security.flatMap((requirement) => Object.keys(toObject(requirement))),
      }
    })
  })
}
