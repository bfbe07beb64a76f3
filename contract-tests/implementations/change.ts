import type { Difference, Memory } from './implementation.ts'
import { defaultLists } from './plants.ts'
import { errorResponse, type IncomingRequest, jsonResponse, type OutgoingResponse } from './response.ts'
import { responseBytes } from './startImplementation.ts'
import { always, type When } from './when.ts'

type Plant = { name: string; tag?: string }

/** Changes the parsed body of each 200 for which the condition holds. */
export function changePlants(
  change: (plants: Plant[], request: IncomingRequest) => unknown,
  when: When = always,
): Difference {
  return changeText(200, (text, request) => JSON.stringify(change(JSON.parse(text), request)), when)
}

/** Changes the plant at one index of each 200 for which the condition holds. A negative index counts from the end. */
export function changePlant(change: (plant: Plant) => unknown, index = 0, when: When = always): Difference {
  return changePlants((plants) => {
    const chosen = index < 0 ? plants.length + index : index
    return plants.map((plant, at) => (at === chosen ? change(plant) : plant))
  }, when)
}

/** Changes the parsed body of each 400 for which the condition holds. */
export function changeError(
  change: (error: { error: number; message: string }) => unknown,
  when: When = always,
): Difference {
  return changeErrorText((text) => JSON.stringify(change(JSON.parse(text))), when)
}

/** Changes the body of each 200 for which the condition holds, as a string. */
export function changePlantsText(change: (text: string) => string | Buffer, when: When = always): Difference {
  return changeText(200, change, when)
}

/** Changes the body of each 400 for which the condition holds, as a string. */
export const changeErrorText = (change: (text: string) => string | Buffer, when: When = always): Difference =>
  changeText(400, change, when)

/** Sends this body in each 400 for which the condition holds. */
export const setErrorText = (text: string, when: When = always): Difference =>
  changeErrorText(() => text, when)

/** Sets headers in responses with one of these statuses if the condition holds. The value undefined removes a header. */
export function setHeaders(
  change: Record<string, string | undefined>,
  statuses: readonly number[] = [200, 400],
  when: When = always,
): Difference {
  return changeResponses(
    (response) => {
      const all = Object.entries({ ...response.headers, ...change })
      const kept = all.filter((entry): entry is [string, string] => entry[1] !== undefined)
      return { ...response, headers: Object.fromEntries(kept) }
    },
    (request, memory, response) => statuses.includes(response.status) && when(request, memory),
  )
}

/** Replaces each 200 for which the condition holds with another response. */
export function replacePlants(
  respond: (request: IncomingRequest) => OutgoingResponse,
  when: When = always,
): Difference {
  return changeResponses(
    (_correct, request) => respond(request),
    (request, memory, correct) => correct.status === 200 && when(request, memory),
  )
}

/** Encodes the body of each 200 for which the condition holds, and declares this coding or no coding. */
export const encodeBody = (
  coding: string | undefined,
  change: (body: Buffer) => Buffer,
  when: When = always,
): Difference =>
  changeResponses(
    (response) => ({
      ...response,
      headers: { ...response.headers, ...(coding !== undefined && { 'Content-Encoding': coding }) },
      body: change(Buffer.from(response.body)),
    }),
    (request, memory, { status }) => status === 200 && when(request, memory),
  )

/** Answers a request with 500 when the condition holds. */
export const fails = (when: When): Difference =>
  changeResponses(() => errorResponse(500, 'internal error'), when)

/** Replaces each 200 for which the condition holds with this status and an Error. */
export const refusePlants = (status: number, when: When = always, message = 'not now'): Difference =>
  replacePlants(() => errorResponse(status, message), when)

/** Changes every response for which the condition holds. */
export function changeResponses(
  change: (response: OutgoingResponse, request: IncomingRequest, memory: Memory) => OutgoingResponse,
  when: (request: IncomingRequest, memory: Memory, response: OutgoingResponse) => boolean,
): Difference {
  return {
    respond: (request, correct, memory) =>
      when(request, memory, correct) ? change(correct, request, memory) : correct,
  }
}

/** Returns whether the response is a 200, as a condition for `changeResponses`. */
export const isPlants = (_request: IncomingRequest, _memory: Memory, { status }: OutgoingResponse): boolean =>
  status === 200

/** Changes the head, including the empty line, and the body of each 200 response to a GET if the condition holds. */
export function changePlantsBytes(
  change: (head: string, body: string, request: IncomingRequest) => string | undefined,
  when: When = always,
): Difference {
  return {
    bytes: (request, response, memory) => {
      const usual = responseBytes(request, response)
      if (response.status !== 200 || request.method !== 'GET' || !when(request, memory)) return usual
      // Latin-1 maps each byte to one character, so no byte changes.
      const text = usual.toString('latin1')
      const at = text.indexOf('\r\n\r\n') + 4
      const changed = change(text.slice(0, at), text.slice(at), request)
      return changed === undefined ? undefined : Buffer.from(changed, 'latin1')
    },
  }
}

function changeText(
  status: number,
  change: (text: string, request: IncomingRequest) => string | Buffer,
  when: When,
): Difference {
  return changeResponses(
    (response, request) => ({ ...response, body: change(String(response.body), request) }),
    (request, memory, response) => response.status === status && when(request, memory),
  )
}

/** Combines differences in one server. All `respond` functions run, in order. For each other property, the last difference applies. */
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

/** Applies the difference only to the next request after a request for which the condition held. */
export function rightAfter(condition: When, difference: Difference): Difference {
  return {
    respond: (request, correct, memory) => {
      const due = memory.after === request.requestsBefore
      if (condition(request, memory)) memory.after = request.requestsBefore + 1
      return due && difference.respond ? difference.respond(request, correct, memory) : correct
    },
  }
}

/** Replaces the response to an authorised GET or HEAD of /plants when the condition holds for its limits. */
export function respondToLimit(
  respond: (request: IncomingRequest) => OutgoingResponse,
  when: (limits: readonly string[], request: IncomingRequest) => boolean,
): Difference {
  return changeResponses(
    (_correct, request) => respond(request),
    (request) =>
      ['GET', 'HEAD'].includes(request.method) &&
      request.path === '/plants' &&
      request.user !== undefined &&
      when(request.limits, request),
  )
}

/** Returns the whole list. */
export const all = ({ user = 'first' }: IncomingRequest): OutgoingResponse =>
  jsonResponse(200, defaultLists[user])
/** Returns the first plants of the list. */
export const first =
  (count: number) =>
  ({ user = 'first' }: IncomingRequest): OutgoingResponse =>
    jsonResponse(200, defaultLists[user].slice(0, count))
/** Returns a 400 with an Error. */
export const refused = (): OutgoingResponse => errorResponse(400, 'not this limit')
