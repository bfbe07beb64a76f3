import { headerValue, type RequestRecord } from '../records.ts'

/** In characters. Longer names are cut. */
export const LONGEST_KEY = 200

/** Whether a value is a valid session name. */
export function isSessionKey(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_KEY
}

/** The session that a request names in its header, or else in its query. */
export function readSessionKey({ headers }: RequestRecord, query: string): string | undefined {
  const name = headerValue(headers, 'x-plant-store-session')
  if (name) return name.slice(0, LONGEST_KEY)
  if (!query.includes('__session=')) return undefined
  return new URLSearchParams(query).get('__session')?.slice(0, LONGEST_KEY) || undefined
}
