import { headerValue, type RequestHeaders } from '../records.ts'
import { readBearerToken } from './readBearerToken.ts'

/** Finds a value by the bearer token of a request: undefined if that is unknown or malformed, `absent` if there is none. */
export type FindByToken<Value> = (headers: RequestHeaders) => Value | 'absent' | undefined

/** Creates such a function. A header in the usual form is found without being parsed. */
// 3 equivalent mutants: Parsing the header has the same result.
// 1 equivalent mutant: Other challenges are valid, and so is a token after exactly one space.
export function createFindByToken<Value>(
  values: readonly (readonly [token: string, Value])[],
): FindByToken<Value> {
  const byToken = new Map(values)
  const byHeader = new Map<unknown, Value>(values.map(([token, value]) => [`Bearer ${token}`, value]))
  return (headers) => {
    const found = byHeader.get(headers.authorization)
    if (found !== undefined) return found
    const bearer = readBearerToken(headerValue(headers, 'authorization'))
    return typeof bearer === 'object' ? byToken.get(bearer.token) : bearer === 'absent' ? 'absent' : undefined
  }
}
