import { type Answer, type Ask, error, json } from './answer.ts'
import { answers } from './change.ts'
import type { Difference } from './implementation.ts'
import { defaultPlants } from './plants.ts'

/** What an authorised request gets whose limits read so. */
export function limited(
  answer: (ask: Ask) => Answer,
  when: (limits: readonly string[], ask: Ask) => boolean,
): Difference {
  return answers(
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
/** So many plants from its beginning. */
export const first = (count: number) => (): Answer => json(200, defaultPlants.slice(0, count))
/** A 400 with an Error. */
export const refused = (): Answer => error(400, 'not this limit')
