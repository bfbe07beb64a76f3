import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { listNames, quote, readReason } from './contract/words.ts'
import { engineNames } from './engines/engines.ts'
import type { Resolution } from './judge/verifyOptions.ts'
import { checkHeader } from './record/http/request.ts'
import { quoteUrl } from './record/http/url.ts'
import type { EngineChoice } from './record/verifyOptions.ts'

// The parsers of options. Each parser parses a string, or throws an error that names the expected value. Messages do not quote tokens.

/** Creates a parser for numbers in a range. If the minimum is a whole number, the parser accepts only whole numbers. */
export function toNumber(from: number, to: number, unit = ''): (text: string) => number {
  const [form, name] = Number.isInteger(from) ? [/^\d+$/, 'a whole number'] : [/^\d+(\.\d+)?$/, 'a number']
  const expected = `expected ${name}${unit && ` of ${unit}`} from ${from} to ${to}`
  return (text) => {
    const value = Number(text)
    if (form.test(text) && value >= from && value <= to) return value
    throw new Error(`${expected}, got ${quote(text)}`)
  }
}

/** Checks a file or folder to read. An error now, unlike a later error, can name the flag. */
export function toPath(path: string): string {
  if (/^https?:/i.test(path)) throw new Error(`expected a file, got the URL ${path}; download the file first`)
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    throw new Error(`cannot read ${path}: ${readReason(error)}`)
  }
  return path
}

/** Checks a file to read. */
export function toInput(file: string): string {
  toPath(file)
  const stats = statSync(file)
  // Refuse devices, pipes and files of the kernel, because they may never end, and because the kit reads some files twice.
  if (stats.isFile() && stats.size <= 2 ** 28 && !/^\/(proc|sys)\//.test(realpathSync(file))) return file
  throw new Error(`expected a file of at most 256 MiB, not a folder or a pipe, got ${file}`)
}

/** Checks that a path names a socket, or nothing yet, because the server that --start starts may create the socket later. */
export function toSocket(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats || stats.isSocket() || process.platform === 'win32') return path
  throw new Error(`expected a Unix domain socket, got ${path}, which is a file or a folder`)
}

/** Creates a parser that accepts one of several names. */
export function toChoice<const Name extends string>(names: readonly Name[]): (text: string) => Name {
  return (text) => {
    const found = names.find((name) => name === text)
    if (found !== undefined) return found
    throw new Error(`expected ${listNames(names)}, got ${quote(text)}`)
  }
}

/** Whether a switch is on. An unknown value is an error, so that a value such as `no` does not turn on the switch. */
export function toSwitch(text: string): boolean {
  if (['1', 'true'].includes(text)) return true
  if (['0', 'false'].includes(text)) return false
  throw new Error(`expected 1, true, 0, false or nothing, got "${text}"`)
}

/** Checks that a token can be sent in a header. The error message does not quote an invalid token. */
export function toToken(text: string): string {
  if (text === '') throw new Error('expected a token, got nothing')
  if (/^bearer /i.test(text)) throw new Error('remove "Bearer " and pass only the token')
  // A comma means that the user passed a list, because RFC 6750 allows no comma in a token.
  if (text.includes(','))
    throw new Error('expected a token, got a comma; write one token per line, or repeat the flag')
  // Such a character means that the user passed a quoted token, or the name of a variable or a file.
  const [, wrong = '', rest] = /(^["'`$@<{%]|[^!-~])(.*)/s.exec(text) ?? []
  if (wrong === '') return text
  const other = /[!-~]/.test(wrong) ? `${wrong} at its start; pass the token itself` : 'another character'
  const what = /[\r\n]/.test(wrong) ? 'a newline' : wrong === ' ' ? 'a space' : other
  const place = rest?.trim() === '' ? ' at its end' : ''
  throw new Error(`expected a token of ASCII characters without spaces and quotes, got ${what}${place}`)
}

/** Parses `Name: value`, a header to send with every request. */
export function toHeader(text: string): readonly [name: string, value: string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t -~\u0080-\u00ff]*)$/.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new Error("expected a name, a colon and a value of printable characters, such as 'X-Tenant: blue'")
  checkHeader(name)
  return [name, value.trim()]
}

/** Parses `host:port:address`. An IPv6 address may be in brackets. */
export function toResolution(text: string): Resolution {
  const [, host = '', port, given = ''] = /^([a-z0-9._-]+):(\d{1,5}):(.+)$/i.exec(text) ?? []
  const address = given.replace(/^\[(.*)\]$/, '$1')
  if (isIP(address) === 0 || Number(port) > 65535)
    throw new Error(
      `expected host:port:address with an IP address, such as a.example:443:127.0.0.1, got ${quoteUrl(text)}`,
    )
  return { host, port: Number(port), address }
}

/** Parses `auto` or `probes,prism`. `probes` always runs, because claims of other engines count only if its checks confirm them. */
export function toEngines(text: string): EngineChoice {
  if (text.trim() === 'auto') return 'auto'
  const names = text.split(',').map((name) => toChoice(['auto', ...engineNames])(name.trim()))
  return engineNames.filter((name) => names.includes(name) || name === 'probes')
}

/** Parses a string for reports, such as the server's name. */
export function toLine(text: string): string {
  if (text.trim() !== '' && !/[\p{Cc}\u2028\u2029]/u.test(text)) return text.trim()
  throw new Error(`expected a single line of text, got ${JSON.stringify(text)}`)
}

/** Returns whether a string is a day that exists, unlike `2027-02-30`. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
