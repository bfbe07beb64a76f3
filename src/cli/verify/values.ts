import { isIP } from 'node:net'
import type { Field } from '../../harness/exchange.ts'
import type { Resolution } from '../../harness/http/resolution.ts'
import { joinUrl } from '../../harness/http/url.ts'
import { UsageError } from '../UsageError.ts'

/** Throws a UsageError for a base URL that is none. */
export function checkUrl(baseUrl: string): void {
  try {
    joinUrl(baseUrl, '/')
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** Throws a UsageError for what cannot stand in a header field. */
export function checkToken(token: string | undefined): void {
  if (token !== undefined && !/^[!-~]+$/.test(token))
    throw new UsageError(
      'expected a token of printable ASCII characters without spaces, and without "Bearer" before it',
    )
}

/** Parses `Name: value`. */
export function toField(text: string): Field {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\u0080-\u00ff]*)$/.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new UsageError(`expected a header field such as 'X-Tenant: blue', got "${text}"`)
  return [name, value.trim()]
}

/** Parses `host:port:address`, an IPv6 address in brackets or without. */
export function toResolution(text: string): Resolution {
  const [, host = '', port, given = ''] = /^([a-z0-9._-]+):(\d{1,5}):(.+)$/i.exec(text) ?? []
  const address = given.replace(/^\[(.*)\]$/, '$1')
  if (isIP(address) === 0 || Number(port) > 65535)
    throw new UsageError(`expected host:port:address such as plants.example.com:443:127.0.0.1, got "${text}"`)
  return { host, port: Number(port), address }
}

/** Makes a parser of numbers in a range. */
export function toNumber(what: string, from: number, to: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+(\.\d+)?$/.test(text) && value >= from && value <= to) return value
    throw new UsageError(`expected ${what} from ${from} to ${to}, got "${text}"`)
  }
}
