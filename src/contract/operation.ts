import { childPointer, isMap } from './jsonPointer.ts'
import type { Description } from './schema.ts'
import { quote } from './words.ts'

/** Where the parts of the only operation are in a description. */
export type OperationPlaces = {
  path: string
  pointer: string
  /** The path in front of the operation's, from the description's server: `/v2`, or empty. */
  prefix: string
  /** JSON pointers of the parameters, those of the path included. */
  parameters: readonly string[]
  security: { pointer: string; requirementPointer: string }
}

const METHODS = ['put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/** Finds the only operation of a description. Refuses whatever the kit cannot judge. */
export function findOperation(description: Description): OperationPlaces {
  const { get, refuse } = description
  const document = get('')
  if (!isMap(document)) return refuse('', 'expected an OpenAPI description (a map)')
  const version = document.openapi ?? document.swagger
  if (typeof document.openapi !== 'string' || !/^3\.1\.\d+$/.test(document.openapi))
    refuse('/openapi', `expected OpenAPI 3.1, got ${quote(String(version ?? 'no version'))}`)
  if (isMap(document.webhooks) && Object.keys(document.webhooks).length > 0)
    refuse('/webhooks', 'the kit cannot judge webhooks')
  const [path = '', other] = isMap(document.paths) ? Object.keys(document.paths) : []
  if (path === '') return refuse('/paths', 'expected one path with a get operation, got none')
  if (other !== undefined)
    refuse(childPointer('/paths', other), `the kit judges one operation; ${quote(other)} is a second path`)
  const itemPointer = childPointer('/paths', path)
  if (!/^\/[^?#{}\s]*$/.test(path))
    refuse(itemPointer, `expected a path without parameters and query, got ${quote(path)}`)
  const item = get(itemPointer)
  if (!isMap(item) || !isMap(item.get))
    return refuse(itemPointer, `expected that ${path} has a get operation`)
  for (const method of METHODS)
    if (method in item)
      refuse(
        `${itemPointer}/${method}`,
        `the kit judges GET only; it cannot judge ${method.toUpperCase()} ${path}`,
      )
  const pointer = `${itemPointer}/get`
  for (const part of ['requestBody', 'callbacks'])
    if (part in item.get) refuse(`${pointer}/${part}`, `the kit cannot judge ${part}`)
  return {
    path,
    pointer,
    prefix: findPrefix(description, itemPointer),
    parameters: [itemPointer, pointer].flatMap((parent) => listParameters(description, parent)),
    security: findSecurity(description, pointer),
  }
}

function listParameters({ get, refuse }: Description, parent: string): string[] {
  const pointer = `${parent}/parameters`
  const list = get(pointer) ?? []
  if (!Array.isArray(list)) return refuse(pointer, 'expected a list')
  return [...list.keys()].map((index) => `${pointer}/${index}`)
}

/** The path of the first server, with the defaults of its variables. */
function findPrefix({ get, refuse }: Description, itemPointer: string): string {
  const place = [`${itemPointer}/get`, itemPointer, ''].find(
    (parent) => get(`${parent}/servers`) !== undefined,
  )
  const pointer = `${place ?? ''}/servers/0`
  const server = get(pointer)
  if (server === undefined) return ''
  if (!isMap(server) || typeof server.url !== 'string') return refuse(pointer, 'expected a server with a url')
  const url = server.url.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = get(`${childPointer(`${pointer}/variables`, name)}/default`)
    if (typeof value === 'string') return value
    return refuse(`${pointer}/url`, `the variable ${quote(name)} of the server has no default`)
  })
  const path = url.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, '').replace(/(?<!\/)\/+$/, '')
  if (path === '' || path === '.') return ''
  if (!/^\/[!-~]*$/.test(path) || /[?#]/.test(path))
    refuse(
      `${pointer}/url`,
      `expected a path such as /v2 or an address such as https://example.com/v2, got ${quote(url)}`,
    )
  return path
}

function findSecurity({ get, read, refuse }: Description, operation: string): OperationPlaces['security'] {
  const own = `${operation}/security`
  const requirementPointer = get(own) === undefined ? '/security' : own
  const requirements = get(requirementPointer)
  if (!Array.isArray(requirements) || requirements.length === 0)
    return refuse(requirementPointer, 'expected that the operation requires a bearer token, got no security')
  const [first = [], second] = requirements.map((each) => (isMap(each) ? Object.keys(each) : []))
  const [name] = first
  if (name === undefined || first.length !== 1 || second !== undefined)
    return refuse(
      requirementPointer,
      'expected exactly one requirement with one scheme; the kit cannot judge alternatives, combinations and optional security',
    )
  const { value: scheme, pointer } = read(childPointer('/components/securitySchemes', name))
  if (!isMap(scheme)) return refuse(requirementPointer, `there is no security scheme ${quote(name)}`)
  if (scheme.type !== 'http' || String(scheme.scheme).toLowerCase() !== 'bearer')
    refuse(
      pointer,
      `the kit judges bearer tokens only; ${quote(name)} is ${quote([scheme.type, scheme.scheme].filter(Boolean).join(' '))}`,
    )
  return { pointer, requirementPointer }
}
