import { setTimeout as pause } from 'node:timers/promises'
import {
  changePlant,
  changePlants,
  changePlantsText,
  changeResponses,
  first,
  refused,
  respondToLimit,
} from '../change.ts'
import { type Fault, faults, type Variation, valid } from '../implementation.ts'
import { defaultLists, defaultPlants } from '../plants.ts'
import { errorResponse, type IncomingRequest, jsonResponse } from '../response.ts'
import { everyNthResponse, withoutLimit } from '../when.ts'

/** Faulty servers with lists that are too large or slow, or change when clients read them, and servers for other INFO checks. */
export const listFaults: readonly Fault[] = [
  ...faults('list-bounded', {
    'list-of-ten-thousand: returns ten thousand plants in one response': {
      plants: Array.from({ length: 10_000 }, (_, index) => ({ name: `Plant ${index}` })),
    },
  }),
  ...faults('default-not-smaller', {
    'default-of-ten: returns only ten plants without a limit': changeResponses(
      () => jsonResponse(200, defaultPlants.slice(0, 10)),
      ({ limits, user }, _memory, { status }) => status === 200 && limits.length === 0 && user === 'first',
    ),
  }),
  ...faults('limit-not-wrapped', {
    'limit-of-32-bits: keeps only the lowest 32 bits of limit': changeResponses(
      (response, { limits: [limit = ''], user }) =>
        user === undefined
          ? response
          : jsonResponse(200, defaultLists[user].slice(0, Number(BigInt.asIntN(32, BigInt(limit))))),
      ({ limits: [limit = ''] }) => /^\d{10}$/.test(limit) && Number(limit) > 2 ** 32,
    ),
  }),
  ...faults('limit-costs-no-time', {
    'limit-preallocates: is slow for a huge limit, as if it allocated memory for every possible plant': {
      respond: async ({ limit = 0 }, correct) => {
        if (limit > 2 ** 30) await pause(700)
        return correct
      },
    },
  }),
  ...faults('names-printable', {
    'name-with-nul: returns a name with a NUL character': changePlant((plant) => ({
      ...plant,
      name: 'Aloe\u0000vera',
    })),
  }),
  ...faults('profile-limit', {
    'limit-zero-gives-all: treats limit=0 as no limit': changeResponses(
      () => jsonResponse(200, defaultPlants),
      ({ limits: [limit], user }) => limit === '0' && user === 'first',
    ),
  }),
  ...faults('profile-refusals', {
    'unknown-method-404: returns 404 to the unknown method FOO': changeResponses(
      () => errorResponse(404, 'there is nothing here'),
      ({ method }) => method === 'FOO',
    ),
  }),
  ...faults('list-consistent', {
    'list-skips-at-page-border: reads the list without a limit in pages of eight, and loses the first plant of the second page':
      changePlants((list) => list.filter((_, index) => index !== 8), withoutLimit),
    'list-differs-between-replicas: cuts every third list to eighteen plants': changePlants(
      (list) => list.slice(0, defaultPlants.length - 2),
      everyNthResponse(3),
    ),
    'list-keeps-the-limit: applies the limit of a request to later requests without a limit': changeResponses(
      (_response, { limit }, memory) => {
        memory.limit = limit ?? memory.limit ?? defaultPlants.length
        return jsonResponse(200, defaultPlants.slice(0, memory.limit))
      },
      ({ user }, _memory, { status }) => status === 200 && user === 'first',
    ),
  }),
  ...faults('get-changes-nothing', {
    'get-adds-a-plant: adds a plant each time the list is read': changeResponses(
      (_response, _request, memory) => {
        memory.reads = (memory.reads ?? 0) + 1
        return jsonResponse(200, [...defaultPlants, ...numbered(memory.reads)])
      },
      ({ method, limits, user }, _memory, { status }) =>
        status === 200 && method === 'GET' && limits.length === 0 && user === 'first',
    ),
    'get-loses-a-plant: loses a plant each time the list is read, even with HEAD': changeResponses(
      (_response, { limit }, memory) => {
        memory.reads = (memory.reads ?? 0) + 1
        return jsonResponse(200, numbered(400 - memory.reads).slice(0, limit))
      },
      ({ user }, _memory, { status }) => status === 200 && user === 'first',
    ),
    'get-cuts-the-list: deletes all plants beyond the limit of a request': changeResponses(
      (_response, { limits: [limit = defaultPlants.length] }, memory) => {
        memory.kept = Math.min(memory.kept ?? defaultPlants.length, Number(limit))
        return jsonResponse(200, defaultPlants.slice(0, memory.kept))
      },
      ({ user }, _memory, { status }) => status === 200 && user === 'first',
    ),
    'get-removes-what-it-returns: deletes the plants that a request with a limit returns': changeResponses(
      (_response, { limit = 0 }, memory) => {
        const rest = defaultPlants.slice(memory.taken ?? 0)
        memory.taken = (memory.taken ?? 0) + limit
        return jsonResponse(200, limit === 0 ? rest : rest.slice(0, limit))
      },
      ({ user }, _memory, { status }) => status === 200 && user === 'first',
    ),
    'get-removes-what-it-cuts: deletes the returned plants if the limit is lower than the number of plants': {
      plants: defaultPlants.slice(0, 7),
      ...changeResponses(
        (_response, { limit = 7 }, memory) => {
          const rest = defaultPlants.slice(memory.taken ?? 0, 7)
          if (limit < rest.length) memory.taken = (memory.taken ?? 0) + limit
          return jsonResponse(200, rest.slice(0, limit))
        },
        ({ user }, _memory, { status }) => status === 200 && user === 'first',
      ),
    },
  }),
]

const above =
  (max: number) =>
  (_limits: readonly string[], { limit = 0 }: IncomingRequest) =>
    limit > max

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Plant ${index}` }))
const rotated = <Item>(items: readonly Item[], by: number): Item[] => [
  ...items.slice(by % Math.max(items.length, 1)),
  ...items.slice(0, by % Math.max(items.length, 1)),
]
/** A list whose length depends on the number of earlier requests. */
const growing = (length: (requestsBefore: number) => number) =>
  changePlants((_plants, request) => numbered(length(request.requestsBefore)).slice(0, request.limit))

/** Valid servers with default page sizes, caps, limits that they reject, and lists of any length and order. */
export const listVariations: readonly Variation[] = [
  ...valid('V40 C21', {
    'unknown-parameter-400 (V45 C34): rejects unknown parameters': respondToLimit(
      refused,
      (_limits, { query }) =>
        query
          .split('&')
          .some((pair) => !['limit', ''].includes(decodeURIComponent(pair.split('=')[0] ?? ''))),
    ),
    'empty-pair-400 (V45 V46): rejects a query that starts with an empty pair': respondToLimit(
      refused,
      (_limits, { query }) => query.startsWith('&'),
    ),
    'encoded-limit-400 (C29): rejects a query that contains a percent-encoding from %30 to %7F': {
      difference: respondToLimit(refused, (_limits, { query }) => /%[3-7]/.test(query)),
      warns: ['limit-encoding-equal'],
    },
    'limit-capped-with-list (V39 V40 C21): never returns more than ten plants': changePlants((list) =>
      list.slice(0, 10),
    ),
    'limit-capped (V39): returns at most ten plants with a limit, and all plants without a limit': {
      difference: changePlants((list, { limit }) => (limit === undefined ? list : list.slice(0, 10))),
      // A list with fewer plants than `limit` can be cut at a maximum or by a mistake.
      warns: ['limit-fills-up'],
    },
    'default-page: returns five plants without a limit, and obeys every valid limit': respondToLimit(
      first(5),
      (limits) => limits.length === 0,
    ),
    'default-page-of-one: returns one plant without a limit': respondToLimit(
      first(1),
      (limits) => limits.length === 0,
    ),
    'limit-above-100-refused (V39 C23): rejects limits above 100': respondToLimit(refused, above(100)),
    'limit-above-100-422 (V39 C23): rejects limits above 100 with 422': respondToLimit(
      () => jsonResponse(422, { detail: [] }),
      above(100),
    ),
    'limit-above-10-refused (V39 C23): rejects limits above 10': respondToLimit(refused, above(10)),
  }),
  ...valid('C23', {
    'limit-below-10-refused: rejects limits from 1 to 9': respondToLimit(
      refused,
      (_limits, { limit = 10 }) => limit < 10,
    ),
    'limit-5-10-20-only: accepts only the limits 5, 10, 20 and 100': respondToLimit(
      refused,
      (limits, { limit = 0 }) => limits.length > 0 && ![5, 10, 20, 100].includes(limit),
    ),
    'limit-1-only: rejects every limit except 1': respondToLimit(
      refused,
      (limits, { limit }) => limits.length > 0 && limit !== 1,
    ),
  }),
  ...valid('C19', {
    'limit-fewer: returns only half as many plants as limit': {
      difference: changePlants((list, { limit }) =>
        limit === undefined ? list : list.slice(0, Math.ceil(limit / 2)),
      ),
      warns: ['limit-fills-up'],
    },
    'limit-1-nothing (C20): returns an empty list for limit=1': {
      difference: changePlants((list, { limit }) => (limit === 1 ? [] : list)),
      warns: ['limit-fills-up'],
    },
  }),
  ...valid('V01 V38', {
    'no-plants (V01): returns an empty list to the first user': {
      difference: { plants: [] },
      incomplete: true,
    },
    'one-plant: returns a single plant to the first user': {
      difference: { plants: [{ name: 'Aloe vera' }] },
      incomplete: true,
    },
    'two-plants: returns two plants to the first user': {
      plants: [{ name: 'Aloe vera' }, { name: 'Hedera helix' }],
    },
    'hundred-and-fifty-plants (V19): returns a hundred and fifty plants': { plants: numbered(150) },
    'hundred-thousand-plants (V19 SE15): returns a hundred thousand plants without paging': {
      plants: numbered(100_000),
    },
    'more-than-is-read (V19 C73): returns a list that is too large for the kit to read': {
      difference: changePlantsText((json) => json.replace('"name":"', `"name":"${'a'.repeat(17 * 2 ** 20)}`)),
      incomplete: true,
    },
    'no-tags (V04): returns no tags to the first user': { plants: numbered(12) },
    "all-tags (V04): returns a tag with each of the first user's plants": {
      plants: numbered(12).map((plant) => ({ ...plant, tag: 'all' })),
    },
    'twins (V07): lists the same plant many times': {
      plants: Array.from({ length: 20 }, () => ({ name: 'Aloe vera', tag: 'house' })),
    },
    'order-changes (V08 V09): changes the order of the plants each time': changePlants((_plants, request) =>
      rotated(defaultPlants, request.requestsBefore * 7).slice(0, request.limit ?? defaultPlants.length),
    ),
    'limited-list-is-another (V09): returns different plants with a limit than without a limit': changePlants(
      (list, request) => (request.limit === undefined ? list : numbered(Math.min(request.limit, 20))),
    ),
  }),
  ...valid('V10', {
    'list-grows: adds a plant at every third request': growing(
      (requestsBefore) => 3 + Math.floor(requestsBefore / 3),
    ),
    'list-comes-and-goes: has five to thirty plants, a different number at each request': {
      difference: growing((requestsBefore) => 5 + ((requestsBefore * 11) % 26)),
      // While the list changes, the kit cannot know the right number of plants for a limit.
      warns: ['limit-fills-up', 'list-consistent'],
    },
  }),
  ...valid('V10 V71', {
    'list-fills-during-the-run: has no plants for its first four requests, and twenty plants later': growing(
      (requestsBefore) => (requestsBefore < 4 ? 0 : 20),
    ),
  }),
]
