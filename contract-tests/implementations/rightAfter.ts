import type { Difference } from './implementation.ts'
import type { When } from './when.ts'

/** Differs only in the request right after one for which the condition held. */
export function rightAfter(condition: When, difference: Difference): Difference {
  return {
    answer: (ask, correct, memory) => {
      const due = memory.after === ask.requestsBefore
      if (condition(ask, memory)) memory.after = ask.requestsBefore + 1
      return due && difference.answer ? difference.answer(ask, correct, memory) : correct
    },
  }
}
