import { headerValue, type RequestRecord } from '../records.ts'

/** Characters. Of a longer name only these are looked at. */
export const LONGEST_KEY = 200

/** Whether a value can be the name of a session. */
export function isSessionKey(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_KEY
}

/** The session that a request says it belongs to: by its header, else by its query. */
export function sessionKey({ headers }: RequestRecord, query: string): string | undefined {
  const named = headerValue(headers, 'x-plant-store-session')
  if (named) return named.slice(0, LONGEST_KEY)
  if (!query.includes('__session=')) return undefined
  return new URLSearchParams(query).get('__session')?.slice(0, LONGEST_KEY) || undefined
}
