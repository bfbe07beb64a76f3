import { changePlant, changePlants, changePlantsText } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { rightAfter } from '../../rightAfter.ts'
import { faults } from '../../servers.ts'
import {
  acceptingGzip,
  closingConnection,
  everyNthRequest,
  everyNthResponse,
  limitEncoded,
  limitIs,
  notFirstOnConnection,
  type When,
  whileConcurrent,
  withLimit,
} from '../../when.ts'

/** Sets members of the plant at one index. */
const setMembers = (members: object, index?: number, when?: When): Difference =>
  changePlant((plant) => ({ ...plant, ...members }), index, when)
/** Removes the name of the plant at one index. */
const removeName = (index?: number, when?: When): Difference =>
  changePlant(({ tag }) => ({ tag }), index, when)
const removeNames = (when: When): Difference =>
  changePlants((plants) => plants.map(({ tag }) => ({ tag })), when)

/** Plants with a wrong name or tag. */
export const plantSchemaFaults: readonly Fault[] = [
  ...faults('plant-name-present', 'BD06', {
    'name-missing': ['omits a name', removeName()],
    'name-missing-ninth': ['omits the ninth name', removeName(8), { rows: 'BD06 BD11' }],
    'name-missing-last': ['omits the last name', removeName(-1), { rows: 'BD06 BD11' }],
    'name-capitalised': [
      'writes Name instead of name',
      changePlants((plants) => plants.map(({ name }) => ({ Name: name }))),
      { rows: 'BD08' },
    ],
    'name-renamed': [
      'writes plantName instead of name',
      changePlants((plants) => plants.map(({ name }) => ({ plantName: name }))),
      { rows: 'BD08' },
    ],
    'name-missing-limit-7': ['omits a name for limit=7', removeName(6, limitIs(7)), { rows: 'LM08' }],
    'name-missing-encoded': [
      'omits a name for a percent-encoded limit',
      removeName(0, limitEncoded),
      { rows: 'LM08' },
    ],
    'limit-plant-shape': [
      'omits names when the request has a limit',
      removeNames(withLimit),
      { rows: 'LM08' },
    ],
    'name-missing-later': [
      'omits a name unless the request is the first on its connection',
      removeName(0, notFirstOnConnection),
    ],
    'name-missing-closing': [
      'omits the last name when the client asks to close the connection',
      removeName(-1, closingConnection),
    ],
    'name-missing-gzip': ['omits a name when the client accepts gzip', removeName(3, acceptingGzip)],
    'name-missing-one-in-thirty': [
      'omits a name in one response out of thirty',
      removeName(0, everyNthResponse(30)),
      { rows: 'CA09 BD06' },
    ],
    'name-missing-ninth-at-times': [
      'omits the ninth name in the response to every thirtieth request',
      removeName(8, everyNthRequest(30)),
      { rows: 'BD11 CA09' },
    ],
    'name-missing-after-refusal': [
      'omits a name right after a rejected request',
      rightAfter(({ user }) => user === undefined, removeName()),
    ],
    'name-missing-after-head': [
      'omits a name right after a HEAD request',
      rightAfter(({ method }) => method === 'HEAD', removeName()),
    ],
    'name-missing-second-user': [
      "omits the names of the second user's plants",
      removeNames(({ user }) => user === 'second'),
      { rows: 'BD06 CA09' },
    ],
    'json-name-in-prototype': [
      'sends a name only inside __proto__, where a careless parser finds it',
      changePlantsText((text) => text.replace('{"name":"Aloe vera"', '{"__proto__":{"name":"Aloe vera"}')),
      { rows: 'BD06 BD08' },
    ],
  }),
  ...faults('plant-name-string', 'BD07', {
    'name-number': ['returns a number as a name', setMembers({ name: 42 })],
    'name-null': ['returns null as a name', setMembers({ name: null }, 4)],
    'name-localised': [
      'returns an object of translations as a name',
      changePlant(({ name }) => ({ name: { en: name } }), -1),
    ],
    'name-boolean-in-company': [
      'returns true as a name while it handles another request',
      setMembers({ name: true }, 0, whileConcurrent),
    ],
    'json-name-twice-and-null': [
      'sends a plant with two names, one of them null',
      changePlantsText((text) => text.replace('{', '{"name":null,')),
      { rows: 'JS10 C70' },
    ],
    'json-name-twice-escaped': [
      'sends a plant with two names, one of them escaped and null',
      changePlantsText((text) => text.replace('"name":', String.raw`"n\u0061me":null,"name":`)),
      { rows: 'JS10 C70' },
    ],
  }),
  ...faults('plant-tag-string', 'BD10 BD11', {
    'tag-null': [
      'returns null for a missing tag',
      changePlants((plants) => plants.map(({ name, tag }) => ({ name, tag: tag ?? null }))),
      { rows: 'BD09' },
    ],
    'tag-number': ['returns a number as a tag', setMembers({ tag: 7 }), { rows: 'BD10' }],
    'tag-array': ['returns an array as the last tag', setMembers({ tag: ['house'] }, -1)],
    'tag-null-ninth': ['returns null as the ninth tag', setMembers({ tag: null }, 8), { rows: 'BD09 BD11' }],
    'tag-number-far': [
      'returns a number as the tag of the last of two thousand plants',
      {
        plants: Array.from({ length: 2_000 }, (_, index) => ({
          name: `Salix ${index}`,
          ...(index === 1_999 && { tag: 5 }),
        })),
      },
    ],
  }),
]
