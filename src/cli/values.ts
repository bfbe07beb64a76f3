import { quote } from '../contract/words.ts'
import type { Cors } from '../mock/handler/cors.ts'
import { type MockWhen, parseMockWhen } from '../mock/upstream/upstream.ts'
import { isDay, toChoice } from '../parsers.ts'
import { quoteUrl } from '../record/http/url.ts'
import type { ReportFormat } from '../report/document.ts'

// The parsers of flags that only the command line needs.

/** The formats of the mock's log. For each request, `pretty` logs a readable line, `json` a line of JSON, and `silent` usually nothing. */
export const logFormats = ['pretty', 'json', 'silent'] as const

/** A report format and its file. Without a file, `github` goes to standard error, and every other format to standard output. */
export type Destination<Name extends string = Format> = { format: Name; file?: string | undefined }

/** `har` is the transcript of a run, not a report. */
export type Format = ReportFormat | 'har'

/** Creates a parser for values such as `junit=report.xml`. */
export function toDestination<Name extends string>(
  formats: readonly Name[],
): (text: string) => Destination<Name> {
  return (text) => {
    const at = text.search(/[=:]|$/)
    const format = toChoice(formats)(text.slice(0, at))
    const file = text.slice(at + 1)
    if (at === text.length) return { format }
    if (text[at] === ':' || file === '') throw new Error(`expected ${format}=FILE, got ${quote(text)}`)
    if (/,[a-z]+=/.test(file))
      throw new Error(`write one report per line, or repeat the flag, got ${quote(text)}`)
    const [unknown] = file.replaceAll('{name}', '').match(/\{\w*\}/) ?? []
    if (unknown) throw new Error(`expected only {name} in a path, got ${unknown}`)
    return { format, file }
  }
}

export function toMockWhen(text: string): MockWhen[] {
  return text.split(',').map((each) => parseMockWhen(each.trim()))
}

const ORIGINS_ARE = '*, off, or origins without a path such as https://app.example.com'

export function toCors(text: string): Cors {
  if (text === '*' || text === 'off') return text
  return text.split(',').map((each) => {
    // Remove a slash at the end, which browsers show in URLs: the value of an `Origin` header has no such slash.
    const origin = each.trim().replace(/\/$/, '')
    if (URL.parse(origin)?.origin === origin) return origin
    throw new Error(`expected ${ORIGINS_ARE}, got ${quoteUrl(text)}`)
  })
}

export function toDay(text: string): string {
  if (isDay(text)) return text
  throw new Error(`expected a day such as 2027-01-31, got "${text}"`)
}
