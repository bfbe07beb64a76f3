import type { Option } from 'commander'
import { isBearerToken } from '../../mock/handler/bearerToken.ts'
import type { Cors } from '../../mock/handler/cors.ts'
import { mockDefaults } from '../../mock/mockOptions.ts'
import { parseBasePath } from '../../mock/parseBasePath.ts'
import { DELAY_IS, parseDelay } from '../../mock/scenarios/delay.ts'
import type { Effects } from '../../mock/scenarios/effects.ts'
import { option } from '../config/option.ts'
import { UsageError } from '../errors.ts'
import { type LogFormat, logFormats } from './requestLog.ts'

/** What the flags of `plant-store mock` come to. */
export type MockFlags = {
  port: number
  host: string
  basePath: string
  fixtures: string
  scenario?: string
  delay?: Effects
  seed?: number
  cors: Cors
  adminToken?: string
  adminCors: Cors
  tls?: true
  cert?: string
  key?: string
  log?: LogFormat
  open?: true
  watch: boolean
  fault?: string
  variation?: string
}

/** The flags of `plant-store mock`, in the order of its help. */
export const mockFlags: readonly (() => Option)[] = [
  () =>
    option({
      flag: '--port <number>',
      description: 'port to listen on, 0 for any free one',
      default: mockDefaults.port,
      parse: toPort,
    }),
  () =>
    option({
      flag: '--host <address>',
      description: 'address to listen on',
      parse: toHost,
      default: mockDefaults.host,
    }),
  () =>
    option({
      flag: '--base-path <path>',
      description: 'path before /plants',
      default: mockDefaults.basePath,
      parse: toBasePath,
    }),
  () =>
    option({
      flag: '--fixtures <dir>',
      description: 'folder with plants.yaml, users.yaml and, where it has its own, scenarios/',
      default: mockDefaults.fixtures,
      defaultText: "the kit's own",
    }),
  () =>
    option({
      flag: '--scenario <name>',
      description: 'state to begin with, such as empty, slow or flaky; the console lists them',
    }),
  () =>
    option({
      flag: '--delay <ms>',
      description: 'delay of every answer: 300, 100-400 or lognormal:90:0.4',
      parse: toDelay,
    }),
  () =>
    option({
      flag: '--seed <number>',
      description: 'what delays and rates are drawn from',
      default: 1,
      parse: toSeed,
    }),
  () =>
    option<Cors>({
      flag: '--cors <origins>',
      description: 'pages that may read the answers: * for any, origins (with credentials), or off',
      default: mockDefaults.cors,
      parse: toCors,
    }),
  () => option({ flag: '--tls', description: 'serve https with a certificate made on the spot' }),
  () => option({ flag: '--cert <file>', description: 'serve https with this certificate (PEM)' }),
  () => option({ flag: '--key <file>', description: 'and this private key (PEM)' }),
  () =>
    option({
      flag: '--log <format>',
      description: `a line for each request on standard error: ${logFormats.join(', ')}; without it pretty on a terminal, else silent`,
      parse: toLogFormat,
    }),
  () => option({ flag: '--open', description: 'open the console in the browser' }),
  () => option({ flag: '--no-watch', description: 'do not look for changed fixtures' }),
  () =>
    option({
      flag: '--admin-token <token>',
      description: 'open the control API to other machines that send this token',
      parse: toToken,
    }),
  () =>
    option<Cors>({
      flag: '--admin-cors <origins>',
      description: 'pages of other origins that may use the control API',
      default: 'off',
      parse: toCors,
    }),
  () =>
    option({
      flag: '--fault <id>',
      description: 'serve a faulty implementation instead, to see a pipeline go red',
    }),
  () => option({ flag: '--variation <id>', description: 'serve an odd but valid one, to see it stay green' }),
]

function toPort(text: string): number {
  if (/^[0-9]{1,5}$/.test(text) && Number(text) <= 65535) return Number(text)
  throw new UsageError(`expected a port from 0 to 65535, got "${text}"`)
}

function toHost(text: string): string {
  if (text.trim() !== '') return text
  throw new UsageError('expected an address or a name to listen on, such as 127.0.0.1, got none')
}

function toBasePath(text: string): string {
  try {
    parseBasePath(text)
    return text
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message) : error
  }
}

function toDelay(text: string): Effects {
  const delay = parseDelay(text)
  if (delay) return delay
  throw new UsageError(`expected ${DELAY_IS}, got "${text}"`)
}

function toSeed(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new UsageError(`expected a whole number, got "${text}"`)
}

function toCors(text: string): Cors {
  if (text === '*' || text === 'off') return text
  return text.split(',').map((origin) => toOrigin(origin.trim()))
}

/** With a slash at its end it stands in address bars, and in no Origin field. */
function toOrigin(text: string): string {
  const url = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (url && (text === url.origin || text === `${url.origin}/`)) return url.origin
  if (url && `${url.pathname}${url.search}${url.hash}` !== '/')
    throw new UsageError(`an origin has no path: expected ${url.origin}, got "${text}"`)
  throw new UsageError(`expected *, off, or origins such as https://app.example.com, got "${text}"`)
}

/** The message does not repeat it. */
function toToken(text: string): string {
  if (isBearerToken(text)) return text
  throw new UsageError(
    'expected a token that can be sent: letters, digits and - . _ ~ + /, then any number of = (RFC 6750, 2.1)',
  )
}

function toLogFormat(text: string): LogFormat {
  const format = logFormats.find((each) => each === text)
  if (format) return format
  throw new UsageError(`expected one of ${logFormats.join(', ')}, got "${text}"`)
}
