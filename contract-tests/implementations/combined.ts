import type { Difference } from './implementation.ts'

/** Several differences in one server: each changes what the one before made of the answer. Of what else they give, the last counts. */
export function combined(...parts: readonly Difference[]): Difference {
  const all: Difference = Object.assign({}, ...parts)
  return {
    ...all,
    answer: async (ask, correct, memory) => {
      let answer = correct
      for (const part of parts) if (part.answer) answer = await part.answer(ask, answer, memory)
      return answer
    },
  }
}
