import type { Difference } from './implementation.ts'
import { defaultLists } from './plants.ts'
import { correctResponse, type IncomingRequest } from './response.ts'
import type { When } from './when.ts'

export const TOKEN = 'token-alice'
export const OTHER_TOKEN = 'token-bob'
export const THIRD_TOKEN = 'token-carol'

/** If the condition holds for a request without a valid token, serves the first user's list, for every path and method. */
export function openEverywhere(
  when: (request: IncomingRequest, authorization: string | undefined) => boolean,
): Difference {
  return {
    respond: (request, correct) =>
      request.user === undefined && when(request, request.headers.authorization)
        ? correctResponse({ ...request, user: 'first', path: '/plants', method: 'GET' }, defaultLists)
        : correct,
  }
}

/** If the condition holds, treats a request without a valid token as the first user's request. */
export function acceptAsFirst(when: When): Difference {
  return {
    respond: (request, correct, memory) =>
      request.user === undefined && when(request, memory)
        ? correctResponse({ ...request, user: 'first' }, defaultLists)
        : correct,
  }
}

/** Returns the token in an Authorization header with the scheme Bearer. */
export const readToken = (authorization = ''): string | undefined => /^Bearer (.+)$/.exec(authorization)?.[1]

/** Returns the Bearer token in a request, or an empty string if there is none. */
export const sentToken = ({ headers }: IncomingRequest): string => readToken(headers.authorization) ?? ''
/** Returns whether the token is the name of a property that ordinary JavaScript objects inherit. */
export const isInherited: When = (request) => sentToken(request) in {}

export const isUnauthorised = ({ user }: IncomingRequest): boolean => user === undefined
