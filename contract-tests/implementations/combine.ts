import type { Difference } from './implementation.ts'

/** Combines differences in one server. Responses pass through all of them in order; other members are the last one's. */
export function combine(...parts: readonly Difference[]): Difference {
  const all: Difference = Object.assign({}, ...parts)
  return {
    ...all,
    respond: async (request, correct, memory) => {
      let response = correct
      for (const part of parts) if (part.respond) response = await part.respond(request, response, memory)
      return response
    },
  }
}
