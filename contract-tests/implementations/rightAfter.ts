import type { Difference } from './implementation.ts'
import type { When } from './when.ts'

/** Differs only in the request right after one for which the condition held. */
export function rightAfter(condition: When, difference: Difference): Difference {
  return {
    respond: (request, correct, memory) => {
      const due = memory.after === request.requestsBefore
      if (condition(request, memory)) memory.after = request.requestsBefore + 1
      return due && difference.respond ? difference.respond(request, correct, memory) : correct
    },
  }
}
