import { type ExecException, exec } from 'node:child_process'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import { messageOf, pluralize } from '../../contract/words.ts'
import type { Expectations } from '../../judge/expectations.ts'
import type { Resolution } from '../../judge/resolution.ts'
import { joinUrl, parseAddress } from '../../judge/url.ts'
import type { EngineChoice, PlanName, RouteOptions } from '../../judge/verifyOptions.ts'
import { checkHeader } from '../../record/http/checkHeader.ts'
import { createRoute } from '../../record/http/connections/route.ts'
import { fileError, Interrupted, UsageError } from '../errors.ts'
import { readText } from '../readText.ts'

const TOKEN_COMMAND_TIMEOUT_MS = 60_000

/** Throws a UsageError unless the text is a base URL. */
export function checkUrl(baseUrl: string): void {
  try {
    joinUrl(baseUrl, '/')
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}

/** Throws a UsageError if the server at a base URL, which may have `{port}`, cannot be reached as options and environment say. */
export function checkRoute(options: RouteOptions, baseUrl: string): void {
  try {
    createRoute(options).findProxy(parseAddress(baseUrl.replaceAll('{port}', '1')))
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}

/** Throws a UsageError for engines that the plan does not run: they repeat requests, and a monitor sends few. */
export function checkEngines(plan: PlanName, engines: EngineChoice): void {
  const others = engines === 'auto' ? [] : engines.filter((name) => name !== 'probes')
  if (plan === 'monitor' && others.length > 0)
    throw new UsageError(`--plan monitor runs the kit's own checks only: remove --engine ${others.join(',')}`)
}

const TOKEN_CHARACTERS = 'printable ASCII characters, without spaces and without "Bearer" at the beginning'

/** Throws a UsageError for a token that cannot be sent in a header. Never quotes it. */
export function toToken(text: string): string {
  if (isToken(text)) return text
  throw new UsageError(`expected ${TOKEN_CHARACTERS}`)
}

function isToken(text: string): boolean {
  return /^[!-~]+$/.test(text)
}

/** Runs a shell command and returns the token that it prints on standard output. Throws Interrupted when `stop` aborts. */
export async function runTokenCommand(command: string, stop?: AbortSignal): Promise<string> {
  try {
    const { stdout } = await promisify(exec)(command, { timeout: TOKEN_COMMAND_TIMEOUT_MS, signal: stop })
    const token = stdout.trim()
    if (token === '') throw new UsageError('expected --token-command to print a token, got no output')
    if (!isToken(token)) throw new UsageError(`expected --token-command to print ${TOKEN_CHARACTERS}`)
    return token
  } catch (error) {
    if (error instanceof UsageError) throw error
    if (stop?.aborted) throw new Interrupted()
    const { stderr = '' } = error as ExecException
    const lastLine = stderr.trim().split('\n').at(-1) ?? ''
    throw new UsageError(
      `--token-command ${describeEnd(error as ExecException)}${lastLine && `: ${lastLine}`}`,
    )
  }
}

function describeEnd({ code, killed, signal, message }: ExecException): string {
  if (killed) return `did not end within ${TOKEN_COMMAND_TIMEOUT_MS / 1000} s`
  if (signal) return `was ended by ${signal}`
  return typeof code === 'number' ? `ended with exit code ${code}` : `failed (${message})`
}

/** Reads the file of `--expect`. `tokens` is the number of other tokens; a list of users must not be longer. */
export async function readExpectations(file: string, tokens: number): Promise<Expectations> {
  const { parseExpectations } = await import('../../judge/expectations.ts')
  const expectations = parseExpectations(readText(file), (line, reason) => fileError(file, line, reason))
  const users = [expectations.otherToken].flat().length
  if (users > Math.max(tokens, 1))
    throw new UsageError(
      `${file}: otherToken lists ${users} users, so expected --other-token ${users} times, got it ${pluralize(tokens, 'time')}`,
    )
  return expectations
}

/** Parses `Name: value`. Throws a UsageError for a header that must not be sent with every request. Never quotes the value. */
export function toHeader(text: string): readonly [name: string, value: string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t -~\u0080-\u00ff]*)$/.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new UsageError(
      "expected a name, a colon and a value of printable characters, such as 'X-Tenant: blue'",
    )
  try {
    checkHeader(name)
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
  return [name, value.trim()]
}

/** Parses `host:port:address`. An IPv6 address may have brackets. */
export function toResolution(text: string): Resolution {
  const [, host = '', port, given = ''] = /^([a-z0-9._-]+):(\d{1,5}):(.+)$/i.exec(text) ?? []
  const address = given.replace(/^\[(.*)\]$/, '$1')
  if (isIP(address) === 0 || Number(port) > 65535)
    throw new UsageError(`expected host:port:address such as plants.example.com:443:127.0.0.1, got "${text}"`)
  return { host, port: Number(port), address }
}

/** Reports have the name in their headlines. */
export function toName(text: string): string {
  if (text.trim() !== '' && !/[\p{Cc}\u2028\u2029]/u.test(text)) return text
  throw new UsageError(`expected a name on one line, got ${JSON.stringify(text)}`)
}

/** Parses the ids of checks, separated by commas. */
export function toIds(text: string): string[] {
  const ids = text.split(',').map((id) => id.trim())
  if (ids.every((id) => id !== '')) return ids
  throw new UsageError(`expected ids of checks, separated by commas, got "${text}"`)
}

/** Parses `auto`, or a number of requests per second. */
export function toRate(text: string): number | 'auto' {
  return text === 'auto' ? text : toNumber('auto, or a number of requests per second', 0.1, 1_000_000)(text)
}

/** Creates a parser for whole numbers in a range. */
export function toCount(what: string, from: number, to: number): (text: string) => number {
  return toNumber(what, from, to, /^\d+$/)
}

/** Creates a parser for numbers in a range. */
export function toNumber(
  what: string,
  from: number,
  to: number,
  form = /^\d+(\.\d+)?$/,
): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (form.test(text) && value >= from && value <= to) return value
    throw new UsageError(`expected ${what} from ${from} to ${to}, got "${text}"`)
  }
}
