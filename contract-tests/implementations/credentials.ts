import { type Ask, correctAnswer } from './answer.ts'
import type { Difference } from './implementation.ts'
import { defaultLists } from './plants.ts'
import type { When } from './when.ts'

export const TOKEN = 'token-alice'
export const OTHER_TOKEN = 'token-bob'

/** Serves the first user's list, at any path and method, when the condition holds for a request without a valid token. */
export function openEverywhere(when: (ask: Ask, authorization: string | undefined) => boolean): Difference {
  return {
    answer: (ask, correct) =>
      ask.user === undefined && when(ask, ask.headers.authorization)
        ? correctAnswer({ ...ask, user: 'first', path: '/plants', method: 'GET' }, defaultLists)
        : correct,
  }
}

/** Treats a request without a valid token as the first user's when the condition holds. */
export function acceptAsFirst(when: When): Difference {
  return {
    answer: (ask, correct, memory) =>
      ask.user === undefined && when(ask, memory)
        ? correctAnswer({ ...ask, user: 'first' }, defaultLists)
        : correct,
  }
}

/** The token in an Authorization header. */
export function bearerToken(authorization = ''): string | undefined {
  return /^Bearer (.+)$/.exec(authorization)?.[1]
}

export function isUnauthorised({ user }: Ask): boolean {
  return user === undefined
}
