import { fieldOf, type RequestRecord } from '../records.ts'

const LONGEST = 100

/** The session that a request says it belongs to: by its header, else by its query. */
export function sessionKey({ headers }: RequestRecord, query: string): string | undefined {
  const named = fieldOf(headers, 'x-plant-store-session')
  if (named) return named.slice(0, LONGEST)
  if (!query.includes('__session=')) return undefined
  return new URLSearchParams(query).get('__session')?.slice(0, LONGEST) || undefined
}
