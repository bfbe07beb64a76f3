import type { ResponseRecord } from '../records.ts'
import { COMMON } from './answers.ts'

const UTF8 = new TextEncoder()

/** A response with any text, as a proxy sends it. An empty one has no media type. */
export function textAnswer(
  rule: string,
  status: number,
  {
    body: text,
    contentType = 'text/html; charset=utf-8',
  }: { body: string; contentType?: string | undefined },
  headers: readonly string[] = [],
): ResponseRecord {
  const body = UTF8.encode(text)
  const type = text === '' ? [] : ['Content-Type', contentType]
  return {
    status,
    headers: [...COMMON, ...type, 'Content-Length', String(body.byteLength), ...headers],
    body,
    rule,
  }
}

/** The response with another media type. */
export function withMediaType(response: ResponseRecord, contentType: string): ResponseRecord {
  const place = response.headers.indexOf('Content-Type') + 1
  return { ...response, headers: response.headers.with(place, contentType) }
}
