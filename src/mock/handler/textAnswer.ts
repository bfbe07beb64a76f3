import type { ResponseRecord } from '../records.ts'
import { COMMON } from './answers.ts'

const UTF8 = new TextEncoder()

/** A response with any text, as a proxy sends it. An empty one has no media type. */
export function textAnswer(
  rule: string,
  status: number,
  text: string,
  headers: readonly string[],
): ResponseRecord {
  const body = UTF8.encode(text)
  const type = text === '' ? [] : ['Content-Type', 'text/html; charset=utf-8']
  const length = ['Content-Length', String(body.byteLength)]
  return { status, headers: [...COMMON, ...type, ...length, ...headers], body, rule }
}

/** The response with these headers, in place of those with the same names. */
export function withHeaders(
  response: ResponseRecord,
  headers: Readonly<Record<string, string>>,
): ResponseRecord {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  const kept = response.headers.filter(
    (_, index) => !names.has(response.headers[index - (index % 2)]?.toLowerCase() ?? ''),
  )
  return { ...response, headers: [...kept, ...Object.entries(headers).flat()] }
}
