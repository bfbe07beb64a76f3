import type { Difference } from './implementation.ts'

/** Combines differences in one server. Answers pass through all of them in order; other members are the last one's. */
export function combine(...parts: readonly Difference[]): Difference {
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
