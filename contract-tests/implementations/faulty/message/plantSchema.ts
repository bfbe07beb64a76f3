import { changePlant, changePlants, changePlantsText } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { rightAfter } from '../../rightAfter.ts'
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
import { faults } from '../faults.ts'

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
  ...faults('plant-name-present', {
    'name-missing': ['omits a name', 'BD06', removeName()],
    'name-missing-ninth': ['omits the ninth name', 'BD06 BD11', removeName(8)],
    'name-missing-last': ['omits the last name', 'BD06 BD11', removeName(-1)],
    'name-capitalised': [
      'writes Name instead of name',
      'BD08',
      changePlants((plants) => plants.map(({ name }) => ({ Name: name }))),
    ],
    'name-renamed': [
      'writes plantName instead of name',
      'BD08',
      changePlants((plants) => plants.map(({ name }) => ({ plantName: name }))),
    ],
    'name-missing-limit-7': ['omits a name for limit=7', 'LM08', removeName(6, limitIs(7))],
    'name-missing-encoded': ['omits a name for a percent-encoded limit', 'LM08', removeName(0, limitEncoded)],
    'limit-plant-shape': ['omits names when the request has a limit', 'LM08', removeNames(withLimit)],
    'name-missing-later': [
      'omits a name unless the request is the first on its connection',
      'BD06',
      removeName(0, notFirstOnConnection),
    ],
    'name-missing-closing': [
      'omits the last name when the client asks to close the connection',
      'BD06',
      removeName(-1, closingConnection),
    ],
    'name-missing-gzip': ['omits a name when the client accepts gzip', 'BD06', removeName(3, acceptingGzip)],
    'name-missing-one-in-thirty': [
      'omits a name in one response out of thirty',
      'CA09 BD06',
      removeName(0, everyNthResponse(30)),
    ],
    'name-missing-ninth-at-times': [
      'omits the ninth name in the response to every thirtieth request',
      'BD11 CA09',
      removeName(8, everyNthRequest(30)),
    ],
    'name-missing-after-refusal': [
      'omits a name right after a rejected request',
      'BD06',
      rightAfter(({ user }) => user === undefined, removeName()),
    ],
    'name-missing-after-head': [
      'omits a name right after a HEAD request',
      'BD06',
      rightAfter(({ method }) => method === 'HEAD', removeName()),
    ],
    'name-missing-second-user': [
      "omits the names of the second user's plants",
      'BD06 CA09',
      removeNames(({ user }) => user === 'second'),
    ],
    'json-name-in-prototype': [
      'sends a name only inside __proto__, where a careless parser finds it',
      'BD06 BD08',
      changePlantsText((text) => text.replace('{"name":"Aloe vera"', '{"__proto__":{"name":"Aloe vera"}')),
    ],
  }),
  ...faults('plant-name-string', {
    'name-number': ['returns a number as a name', 'BD07', setMembers({ name: 42 })],
    'name-null': ['returns null as a name', 'BD07', setMembers({ name: null }, 4)],
    'name-localised': [
      'returns an object of translations as a name',
      'BD07',
      changePlant(({ name }) => ({ name: { en: name } }), -1),
    ],
    'name-boolean-in-company': [
      'returns true as a name while it handles another request',
      'BD07',
      setMembers({ name: true }, 0, whileConcurrent),
    ],
    'json-name-twice-and-null': [
      'sends a plant with two names, one of them null',
      'JS10 C70',
      changePlantsText((text) => text.replace('{', '{"name":null,')),
    ],
    'json-name-twice-escaped': [
      'sends a plant with two names, one of them escaped and null',
      'JS10 C70',
      changePlantsText((text) => text.replace('"name":', String.raw`"n\u0061me":null,"name":`)),
    ],
  }),
  ...faults('plant-tag-string', {
    'tag-null': [
      'returns null for a missing tag',
      'BD09',
      changePlants((plants) => plants.map(({ name, tag }) => ({ name, tag: tag ?? null }))),
    ],
    'tag-number': ['returns a number as a tag', 'BD10', setMembers({ tag: 7 })],
    'tag-array': ['returns an array as the last tag', 'BD10 BD11', setMembers({ tag: ['house'] }, -1)],
    'tag-null-ninth': ['returns null as the ninth tag', 'BD09 BD11', setMembers({ tag: null }, 8)],
    'tag-number-far': [
      'returns a number as the tag of the last of two thousand plants',
      'BD10 BD11',
      {
        plants: Array.from({ length: 2_000 }, (_, index) => ({
          name: `Salix ${index}`,
          ...(index === 1_999 && { tag: 5 }),
        })),
      },
    ],
  }),
]
