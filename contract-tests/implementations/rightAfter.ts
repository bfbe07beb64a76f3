import type { Ask } from './answer.ts'
import type { Difference } from './implementation.ts'

/** Differs only in the request right after one for which the condition held. */
export function rightAfter(condition: (ask: Ask) => boolean, difference: Difference): Difference {
  return {
    answer: (ask, correct, memory) => {
      const due = memory.after === ask.earlier
      if (condition(ask)) memory.after = ask.earlier + 1
      return due && difference.answer ? difference.answer(ask, correct, memory) : correct
    },
  }
}
