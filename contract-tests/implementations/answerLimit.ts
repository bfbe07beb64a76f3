import { type Answer, type Ask, error, json } from './answer.ts'
import { changeAnswers } from './change.ts'
import type { Difference } from './implementation.ts'
import { defaultPlants } from './plants.ts'

/** Answers the first user's authorised requests when the condition holds for their limits. */
export function answerLimit(
  answer: (ask: Ask) => Answer,
  when: (limits: readonly string[], ask: Ask) => boolean,
): Difference {
  return changeAnswers(
    (_correct, ask) => answer(ask),
    (ask) =>
      ['GET', 'HEAD'].includes(ask.method) &&
      ask.path === '/plants' &&
      ask.user === 'first' &&
      when(ask.limits, ask),
  )
}

/** The whole list. */
export const all = (): Answer => json(200, defaultPlants)
/** The first plants of the list. */
export const first = (count: number) => (): Answer => json(200, defaultPlants.slice(0, count))
/** A 400 with an Error. */
export const refused = (): Answer => error(400, 'not this limit')
