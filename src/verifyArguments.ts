import { verifyFlags } from './cli/flags.ts'
import { shapesOf } from './cli/options.ts'
import { isMap } from './contract/jsonPointer.ts'
import { boolean, list, object, optional, text, valueThat } from './contract/shape.ts'
import { messageOf, pluralize } from './contract/words.ts'
import { expectationsShape, readEntry } from './fileShapes.ts'
import { formatResolution, type JudgingOptions } from './judge/verifyOptions.ts'
import { anyValue, type OptionShapes } from './mock/readOptions.ts'
import { createRoute } from './record/http/route.ts'
import { openSocket } from './record/http/socket.ts'
import { joinUrl, parseAddress } from './record/http/url.ts'
import type { EngineChoice, VerifyOptions } from './record/verifyOptions.ts'

/** Options of `verify`. */
export type Options = VerifyOptions & {
  /**
   * The engines to run. The kit's own checks, `probes`, always run. The default, `auto`, also runs all installed engines. The plan `monitor`
   * runs only `probes`. In other plans, a run without violations is incomplete if you name an engine that is not installed.
   */
  engines?: EngineChoice
}

/** Checks the arguments of `verify`, and returns the options. Throws a RangeError that names the option with the first mistake. */
export function readArguments(baseUrl: unknown, given: unknown): Options {
  const url = text('a base URL such as http://127.0.0.1:4010')(baseUrl, '/baseUrl')
  const options = optionsShape(given, '') as Options
  try {
    checkServer(url, options)
    checkResolve(url, options)
    checkUsers(options)
  } catch (error) {
    // The messages of these functions name flags, so replace flags such as --other-token with options such as otherToken.
    const message = messageOf(error).replace('--expect', 'expectations')
    const toOption = (_: string, word: string, next = ''): string => word + next.toUpperCase()
    throw new RangeError(message.replaceAll(/--(\w+)(?:-(\w))?/g, toOption))
  }
  return options
}

/** Throws an Error if `baseUrl` is not a base URL, in which `{port}` is allowed, or if it does not fit the options. */
export function checkServer(baseUrl: string, options: JudgingOptions): void {
  const address = baseUrl.replaceAll('{port}', '1')
  joinUrl(address, '/')
  createRoute(options).findProxy(parseAddress(address))
}

/** Throws an Error if `resolve` is set but has no entry for the base URL's host and port, because all requests go to the base URL. */
export function checkResolve(baseUrl: string, { resolve = [] }: JudgingOptions): void {
  if (resolve.length === 0 || baseUrl.includes('{port}')) return
  const { hostname, port } = parseAddress(baseUrl)
  if (resolve.some((each) => each.host.toLowerCase() === hostname && each.port === port)) return
  const got = resolve.map(formatResolution).join(', ')
  throw new Error(`--resolve: expected ${hostname}:${port}, the base URL's host and port, got ${got}`)
}

/** Returns whether a server listens at the base URL. Returns false with a proxy, which accepts connections even without a server. */
export async function isTaken(baseUrl: string, options: JudgingOptions): Promise<boolean> {
  const [address, route] = [parseAddress(baseUrl), createRoute(options)]
  if (route.findProxy(address) !== undefined) return false
  const socket = { timeout: 1_000, resolutions: options.resolve ?? [], route }
  const outcome = await openSocket({ ...address, protocol: 'http:' }, socket)
  if ('kind' in outcome) return false
  outcome.destroy()
  return true
}

/** Throws an Error if two users have the same token, or if the expectations name a user without a token, who would not be tested. */
export function checkUsers({ token, otherToken = [], expectations }: JudgingOptions): void {
  const others = [otherToken].flat()
  if (new Set([token, ...others]).size <= others.length)
    throw new Error('--other-token: expected the token of another user, got the same token twice')
  const users = [expectations?.otherToken ?? []].flat()
  const count = users.findLastIndex(({ sees, mustNotSee }) => sees.length + mustNotSee.length > 0) + 1
  if (count <= others.length) return
  const values = pluralize(count, 'value')
  throw new Error(`--expect: expected ${values} of --other-token, one for each user, got ${others.length}`)
}

const { header, resolve, ...more } = shapesOf(verifyFlags)
const { token, otherToken, engine, plan, name, strict, contract, timeout, waitTimeout, ...others } = more
const { maxTime, maxRequests, rate, proxy, unixSocket, cacert, cert, key, insecure } = others
const pairs = list(
  (each) => (Array.isArray(each) ? each.join(': ') : each),
  "a list such as [['X-Tenant', 'blue']]",
)
const resolutions = list(
  (each) => (isMap(each) ? [each.host, each.port, each.address].join(':') : each),
  "a list such as [{ host: 'plants.example', port: 443, address: '127.0.0.1' }]",
)
const baseline = object({ entries: list(readEntry, 'a list of entries'), prunes: optional(boolean) })

const shapes: OptionShapes<Options> = {
  ...{ token, otherToken, engines: engine, plan, name, strict, contract, timeout, waitTimeout },
  ...{ maxTime, maxRequests, rate, proxy, unixSocket, cacert, cert, key, insecure },
  headers: (value, pointer) => header(pairs(value, pointer), pointer),
  resolve: (value, pointer) => resolve(resolutions(value, pointer), pointer),
  expectations: expectationsShape,
  baseline: (value, pointer) => baseline(value, pointer) && value,
  onProgress: valueThat((value) => typeof value === 'function', 'a function'),
  signal: valueThat((value) => value instanceof AbortSignal, 'an AbortSignal'),
  startedBy: anyValue,
  route: anyValue,
  secrets: anyValue,
}
const optionsShape = object(
  Object.fromEntries(Object.entries(shapes).map(([key, shape]) => [key, optional(shape)])),
  'an object with options',
)
