import { setTimeout as pause } from 'node:timers/promises'
import { changePlants, changeResponses, isPlants, replacePlants } from '../change.ts'
import {
  type Difference,
  type Expectations,
  type Fault,
  faults,
  type Variation,
  valid,
} from '../implementation.ts'
import { defaultLists, defaultPlants, otherPlants } from '../plants.ts'
import {
  emptyResponse,
  errorResponse,
  type IncomingRequest,
  jsonResponse,
  type User,
  withHeaders,
} from '../response.ts'
import { everyNthResponse, withoutLimit } from '../when.ts'

/** The name of a plant that faulty software alters. */
const ODD = 'Ünï🌱 & <Farn>'
const FOREIGN = 'Drosera capensis'
const LISTS = {
  first: [...defaultPlants.slice(0, 11), { name: ODD }, ...defaultPlants.slice(11)],
  second: otherPlants,
  third: defaultLists.third,
}
const HIDDEN = 'Atropa belladonna'
const expectations: Expectations = {
  token: { sees: ['Aloe vera', ODD, 'Bellis perennis'], mustNotSee: [FOREIGN] },
  otherToken: { sees: ['Victoria amazonica', FOREIGN], mustNotSee: [ODD, 'Aloe vera'] },
}
const tagExpectations: Expectations = {
  token: {
    sees: [
      { name: 'Aloe vera', tag: 'house' },
      { name: 'Monstera deliciosa', tag: 'house' },
      { name: 'Bellis perennis', tag: 'garden' },
      'Ficus lyrata',
    ],
    mustNotSee: [],
  },
  otherToken: { sees: [{ name: FOREIGN, tag: 'bog' }], mustNotSee: [] },
}
/** Plants that users must see. The expectations do not forbid these plants to the other user. */
const seenExpectations: Expectations = {
  token: { sees: ['Aloe vera'], mustNotSee: [] },
  otherToken: { sees: [FOREIGN], mustNotSee: [] },
}
const hiddenExpectations: Expectations = { ...expectations, hidden: [HIDDEN] }
const threeUsers: Expectations = {
  token: { sees: ['Aloe vera'], mustNotSee: [FOREIGN, 'Nepenthes rajah'] },
  otherToken: [
    { sees: ['Victoria amazonica', FOREIGN], mustNotSee: ['Aloe vera', 'Nepenthes rajah'] },
    { sees: ['Nepenthes rajah'], mustNotSee: ['Aloe vera', FOREIGN] },
  ],
}

/** The first user's plants, if the first two users share a plant. */
const SHARING = [...otherPlants.slice(0, 1), ...defaultPlants]
const listOf = (user: User, { limit }: IncomingRequest) => jsonResponse(200, LISTS[user].slice(0, limit))
const isFirst = ({ user }: IncomingRequest): boolean => user === 'first'
const plants = LISTS.first

/** Changes each user's own list. */
const changeLists = (change: Parameters<typeof changePlants>[0]): Difference => ({
  plants,
  ...changePlants(change),
})
const changeNames = (change: (name: string) => string): Difference =>
  changeLists((list) => list.map((plant) => ({ ...plant, name: change(plant.name) })))
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Caches 200s under a key that does not contain the token. Does not cache a response without a key. */
const cachesBy = (keyOf: (request: IncomingRequest) => string | undefined): Difference => ({
  plants,
  ...changeResponses((response, request, memory) => {
    const key = keyOf(request)
    if (key === undefined) return response
    const known = memory[key] ?? (isFirst(request) ? 1 : 2)
    memory[key] = known
    return listOf(known === 1 ? 'first' : 'second', request)
  }, isPlants),
})
const cachesByUrl = cachesBy(({ query }) => `?${query}`)

/** Faulty servers that mix up users. The kit finds these faults even if the operator specifies no plants. */
const mixingEntries = [
  ...faults('users-not-mixed', {
    'users-current-user-shared: keeps the current user in a variable that concurrent requests share': {
      plants,
      respond: async (request, correct, memory) => {
        if (correct.status !== 200) return correct
        memory.user = isFirst(request) ? 1 : 2
        await pause(5)
        return listOf(memory.user === 1 ? 'first' : 'second', request)
      },
    },
  }),
  ...faults('users-not-replayed', {
    'users-cache-forgets-token: caches responses by URL alone': cachesByUrl,
    'users-remembered-by-cookie: remembers the user of a Cookie header': cachesBy(
      ({ headers }) => headers.cookie,
    ),
    'users-session-in-cookie: serves the first user to every request with the cookie that it sent this user':
      {
        plants,
        ...changeResponses((response, { headers, user, limit }) => {
          if (headers.cookie?.includes('session=')) return jsonResponse(200, plants.slice(0, limit))
          return user === 'first' ? withHeaders(response, { 'Set-Cookie': 'session=1' }) : response
        }, isPlants),
      },
    'users-cache-of-limits: caches lists with a limit by the limit alone': cachesBy(({ limit }) =>
      limit?.toString(),
    ),
    'users-cache-forgets-token-briefly: caches lists with a positive limit by URL alone for two requests, and has users who share a plant':
      {
        plants: SHARING,
        ...changeResponses((response, { query, user, limit }, memory) => {
          if (limit === undefined) return response
          memory.requests = (memory.requests ?? 0) + 1
          if (memory.requests > (memory[`last ${query}`] ?? 0)) {
            memory[`last ${query}`] = memory.requests + 2
            memory[`user ${query}`] = user === 'second' ? 2 : 1
          }
          return jsonResponse(200, (memory[`user ${query}`] === 2 ? otherPlants : SHARING).slice(0, limit))
        }, isPlants),
      },
  }),
  ...faults('users-plants-own', {
    "users-buffer-reused: fills up the second user's limited lists with the first user's plants, like a reused buffer":
      {
        plants,
        ...changeResponses(
          (_response, { limit }) =>
            jsonResponse(200, [...otherPlants, ...plants.slice(otherPlants.length)].slice(0, limit)),
          ({ user, limit }, _memory, { status }) =>
            status === 200 && user === 'second' && limit !== undefined,
        ),
      },
    'users-limited-from-store: returns the first plants of all users to a request with a limit': {
      plants,
      ...changeResponses(
        (_response, { limit }) =>
          jsonResponse(200, [...plants, ...otherPlants, ...defaultLists.third].slice(0, limit)),
        ({ limit }, _memory, { status }) => status === 200 && limit !== undefined,
      ),
    },
    "users-limited-past-end: continues a list with a limit after the user's last plant with the next users' plants":
      {
        plants,
        ...changeResponses(
          (_response, { limit = 0, user }) => {
            const start = user === 'first' ? 0 : plants.length
            return jsonResponse(
              200,
              [...plants, ...otherPlants, { name: HIDDEN }].slice(start, start + limit),
            )
          },
          ({ limit }, _memory, { status }) => status === 200 && limit !== undefined,
        ),
      },
    "users-last-plant-foreign: replaces the last plant in the first user's limited lists with the second user's":
      changeLists((list, request) =>
        isFirst(request) && request.limits.length > 0 ? [...list.slice(0, -1), { name: FOREIGN }] : list,
      ),
  }),
  ...faults('users-not-mixed', {
    'users-others-mixed: mixes up the second and the third user when both send requests at the same time': {
      users: 3,
      respond: async (request, correct, memory) => {
        if (correct.status !== 200 || isFirst(request)) return correct
        memory.user = request.user === 'second' ? 2 : 3
        await pause(5)
        return listOf(memory.user === 2 ? 'second' : 'third', request)
      },
    },
  }),
]

const entries = [
  ...faults('users-lists-differ', {
    'users-one-list-for-all: returns the same list for every token': {
      plants,
      ...changeResponses((_response, request) => listOf('first', request), isPlants),
    },
  }),
  ...faults('users-plants-own', {
    "users-foreign-plant: adds one of the second user's plants to the first user's list without a limit":
      changeLists((list, request) =>
        isFirst(request) && request.limits.length === 0 ? [...list, { name: FOREIGN }] : list,
      ),
    "users-foreign-plant-at-times: adds one of the second user's plants to every third list that the first user gets without a limit":
      {
        plants,
        ...changePlants(
          (list) => [...list, { name: FOREIGN }],
          (request, memory) =>
            isFirst(request) && request.limits.length === 0 && everyNthResponse(3)(request, memory),
        ),
      },
  }),
  ...faults('json-whole-characters', {
    'users-name-cut-code-point: replaces an emoji in a name with U+FFFD': changeNames((name) =>
      name.replace('🌱', '\ufffd'),
    ),
  }),
  ...faults('users-names-unaltered', {
    'users-name-mojibake: decodes UTF-8 names as Latin-1': changeNames((name) =>
      Buffer.from(name, 'utf8').toString('latin1'),
    ),
    'users-name-html-escapes: writes &, < and > in names as HTML entities': changeNames(escapeHtml),
    'users-name-question-marks: replaces non-ASCII characters in names with question marks': changeNames(
      (name) => name.replace(/[^ -~]/g, '?'),
    ),
    'users-name-other-normal-form: converts names to another Unicode normal form': changeNames((name) =>
      name.normalize('NFD'),
    ),
  }),
  ...faults('users-plants-all', {
    "users-plant-hidden: omits one of the first user's plants from all lists": changeLists((list) =>
      list.filter(({ name }) => name !== 'Bellis perennis'),
    ),
  }),
  ...faults('users-plants-once', {
    'users-plant-twice: returns a plant twice in lists without a limit': changeLists((list, { limits }) =>
      limits.length > 0 ? list : list.flatMap((plant) => (plant.name === ODD ? [plant, plant] : [plant])),
    ),
  }),
]

const tagEntries = faults('users-tags-unaltered', {
  'users-tag-lost: omits all tags, but only in responses to requests without a limit': changePlants(
    (list) => list.map(({ name }) => ({ name })),
    withoutLimit,
  ),
  "users-tag-of-another-plant: returns each plant with the next plant's tag": changePlants((list) =>
    list.map(({ name }, index) => ({ name, ...pickTag(list[(index + 1) % list.length]) })),
  ),
  "users-tag-of-others-lost: omits the tags of the second user's plants": changePlants((list, { user }) =>
    user === 'second' ? list.map(({ name }) => ({ name })) : list,
  ),
})

const seenEntries = faults('users-not-replayed', {
  'users-cache-of-known-plants: caches responses by URL alone, and is tested with a known plant of each user':
    cachesByUrl,
})

const hiddenEntries = faults('users-plants-hidden', {
  'users-hidden-plant: adds a hidden plant to lists without a limit': {
    plants,
    ...changePlants((list) => [...list, { name: HIDDEN }], withoutLimit),
  },
})

const threeUserEntries = [
  ...faults('users-lists-differ', {
    "users-third-gets-second-list: returns the second user's list to the third user": {
      users: 3,
      ...replacePlants(
        (request) => listOf('second', request),
        ({ user }) => user === 'third',
      ),
    },
  }),
  ...faults('users-plants-own', {
    "users-third-gets-foreign-plant: adds a plant of the second user to the third user's list without a limit":
      {
        users: 3,
        ...changePlants(
          (list) => [...list, { name: FOREIGN }],
          ({ user, limits }) => user === 'third' && limits.length === 0,
        ),
      },
  }),
]

/** Faulty servers that return wrong plants to users. To find most of these faults, the kit must know the users' plants. */
export const userFaults: readonly Fault[] = [
  ...mixingEntries,
  ...entries.map((fault) => ({ ...fault, expectations })),
  ...tagEntries.map((fault) => ({ ...fault, expectations: tagExpectations })),
  ...seenEntries.map((fault) => ({ ...fault, expectations: seenExpectations })),
  ...hiddenEntries.map((fault) => ({ ...fault, expectations: hiddenExpectations })),
  ...threeUserEntries.map((fault) => ({ ...fault, expectations: threeUsers })),
]

function pickTag(plant: { tag?: string } | undefined): { tag?: string } {
  return plant?.tag === undefined ? {} : { tag: plant.tag }
}

/** Valid servers with several users. */
export const userVariations: readonly Variation[] = [
  ...valid('V11', {
    'same-list-for-everyone: returns the same list to both users': changePlants((list, request) =>
      request.user === 'second' ? defaultPlants.slice(0, request.limit) : list,
    ),
    'lists-overlap: returns overlapping lists to two users': { plants: [...otherPlants, ...defaultPlants] },
    'lists-overlap-as-expected: returns overlapping lists to two users, who both must see a shared plant': {
      difference: { plants: [...otherPlants, ...defaultPlants] },
      expectations: {
        token: { sees: ['Aloe vera', FOREIGN], mustNotSee: [] },
        otherToken: { sees: [FOREIGN], mustNotSee: [] },
      },
    },
    'list-replaced: gives all users a new list after ninety requests; the new and the old list share a plant':
      changePlants((_list, { limit, requestsBefore }) =>
        (requestsBefore < 90 ? SHARING : otherPlants).slice(0, limit),
      ),
    "second-user-unknown (V27): rejects the second user's token": {
      difference: changeResponses(
        () => emptyResponse(403),
        ({ user }) => user === 'second',
      ),
      incomplete: true,
    },
    'second-user-not-found (V27): returns 404 to the second user': {
      difference: changeResponses(
        () => errorResponse(404, 'no such user'),
        ({ user }) => user === 'second',
      ),
      incomplete: true,
    },
    "page-hides-shared-plants: returns the second user's plants to the first user only with a limit above 20":
      {
        plants: [...defaultPlants, ...otherPlants],
        ...changePlants((list, { limits }) =>
          limits.length > 0 ? list : list.slice(0, defaultPlants.length),
        ),
      },
    'three-users: returns different lists to three users': {
      difference: { users: 3 },
      expectations: threeUsers,
    },
    'users-without-tags (V04): has users whose plants have no tags': {
      difference: changePlants((list) => list.map(({ name }) => ({ name }))),
      expectations: {
        token: { sees: ['Aloe vera', 'Ficus lyrata'], mustNotSee: ['Drosera capensis'] },
        otherToken: { sees: ['Drosera capensis'], mustNotSee: ['Aloe vera'] },
        hidden: ['Atropa belladonna'],
      },
    },
  }),
]
