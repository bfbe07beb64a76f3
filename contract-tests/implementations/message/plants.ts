import {
  changePlant,
  changePlants,
  changePlantsText,
  changeResponses,
  combine,
  replacePlants,
  rightAfter,
} from '../change.ts'
import { type Difference, type Fault, faults, type Variation, valid } from '../implementation.ts'
import { errorResponse, jsonResponse } from '../response.ts'
import { everyNthResponse, limitIs, type When, withLimit, withoutLimit } from '../when.ts'

const wrapped = (when?: When): Difference => changePlants((plants) => ({ plants }), when)

/** Sets fields of the plant at one index. */
const setMembers = (members: object, index?: number, when?: When): Difference =>
  changePlant((plant) => ({ ...plant, ...members }), index, when)
/** Removes the name of the plant at one index. */
const removeName = (index?: number, when?: When): Difference =>
  changePlant(({ tag }) => ({ tag }), index, when)

/** Faulty servers that send a 200 whose body is not an array of plants with valid names and tags. */
export const plantFaults: readonly Fault[] = [
  ...faults('plants-array', {
    'envelope: wraps the list in an object': wrapped(),
    'envelope-hal: wraps the list in an object with the HAL field _embedded': changePlants((plants) => ({
      _embedded: { plants },
    })),
    'too-many-with-200: returns 200 with an error to every request after sixty requests': changeResponses(
      () => jsonResponse(200, { error: 429, message: 'too many requests' }),
      ({ requestsBefore }) => requestsBefore >= 60,
    ),
    'empty-is-null: returns null for limit=0': changePlants((plants, { limits }) =>
      limits[0] === '0' ? null : plants,
    ),
    'one-is-object: returns a list of one plant as an object': changePlants((plants) =>
      plants.length === 1 ? plants[0] : plants,
    ),
    'object-by-index: returns an object whose keys are the indexes of the plants': changePlants((plants) =>
      Object.fromEntries(plants.entries()),
    ),
    'page-with-limit: returns a page object when the request has a positive limit': changePlants(
      (items) => ({ items, next: 2 }),
      withLimit,
    ),
    'page-without-limit: returns a page object when the request has no limit': changePlants(
      (items) => ({ items }),
      withoutLimit,
    ),
    'error-with-200: returns 200 with an error instead of a 400': changeResponses(
      (response) => ({ ...response, status: 200 }),
      (_request, _memory, { status }) => status === 400,
    ),
    'double-encoded: returns the list as a string that contains JSON': changePlants((plants) =>
      JSON.stringify(plants),
    ),
    'wrapped-after-error: wraps the list in an object right after a request with limit=abc': rightAfter(
      ({ limits }) => limits[0] === 'abc',
      wrapped(),
    ),
    'wrapped-one-in-thirty: replaces every thirtieth list with an object that contains an empty list':
      replacePlants(() => jsonResponse(200, { plants: [] }), everyNthResponse(30)),
    'error-one-in-thirty: returns 200 with an error instead of every thirtieth list': replacePlants(
      () => ({ ...errorResponse(400, 'busy'), status: 200 }),
      everyNthResponse(30),
    ),
    'empty-is-object: encodes an empty list as an object': changePlants((plants) =>
      plants.length === 0 ? {} : plants,
    ),
  }),
  ...faults('plant-object', {
    'names-only: returns an array of strings': changePlants((plants) => plants.map(({ name }) => name)),
    'nested-arrays: returns an array of arrays': changePlants((plants) => plants.map(Object.values)),
    'null-in-the-middle: returns null as the ninth plant': changePlant(() => null, 8),
  }),
  ...faults('plant-name-present', {
    'name-missing: omits a name': removeName(),
    "name-missing-ninth: omits the ninth plant's name": removeName(8),
    "name-missing-last: omits the last plant's name": removeName(-1),
    'name-capitalised: writes Name instead of name': changePlants((plants) =>
      plants.map(({ name }) => ({ Name: name })),
    ),
    'name-renamed: writes plantName instead of name': changePlants((plants) =>
      plants.map(({ name }) => ({ plantName: name })),
    ),
    'name-missing-limit-7: omits a name for limit=7': removeName(6, limitIs(7)),
    'name-missing-one-in-thirty: omits a name in every thirtieth list': removeName(0, everyNthResponse(30)),
    'name-missing-after-refusal: omits a name right after a request without a valid token': rightAfter(
      ({ user }) => user === undefined,
      removeName(),
    ),
    'name-missing-after-head: omits a name right after a HEAD request': rightAfter(
      ({ method }) => method === 'HEAD',
      removeName(),
    ),
    'json-name-in-prototype: sends a name only inside __proto__, where a faulty parser finds the name':
      changePlantsText((text) => text.replace('{"name":"Aloe vera"', '{"__proto__":{"name":"Aloe vera"}')),
  }),
  ...faults('plant-name-string', {
    'name-number: returns a number as a name': setMembers({ name: 42 }),
    'name-null: returns null as a name': setMembers({ name: null }, 4),
    'name-localised: returns an object of translations as a name': changePlant(
      ({ name }) => ({ name: { en: name } }),
      -1,
    ),
    'json-name-twice-and-null (JS10 C70): sends a plant with two names, one of them null': changePlantsText(
      (text) => text.replace('{', '{"name":null,'),
    ),
    'json-name-twice-escaped (JS10 C70): sends a plant with two names, one of which is null and has an escaped key':
      changePlantsText((text) => text.replace('"name":', String.raw`"n\u0061me":null,"name":`)),
  }),
  ...faults('plant-tag-string', {
    'tag-null: returns null for a missing tag': changePlants((plants) =>
      plants.map(({ name, tag }) => ({ name, tag: tag ?? null })),
    ),
    'tag-number: returns a number as a tag': setMembers({ tag: 7 }),
    "tag-array: returns an array as the last plant's tag": setMembers({ tag: ['house'] }, -1),
    "tag-null-ninth: returns null as the ninth plant's tag": setMembers({ tag: null }, 8),
    'tag-number-far: returns a number as the tag of the last of two thousand plants': {
      plants: Array.from({ length: 2_000 }, (_, index) => ({
        name: `Salix ${index}`,
        ...(index === 1_999 && { tag: 5 }),
      })),
    },
  }),
]

/** Valid servers whose plants have unusual names, tags or extra fields. */
export const plantSchemaVariations: readonly Variation[] = [
  ...valid('V05', {
    'empty-names: returns empty and blank names and tags': {
      plants: ['', ' ', '\t', '\n', 'x', '\u00a0', '\u200b'].map((text) => ({ name: text, tag: text })),
    },
    'names-like-other-types (V06): returns names that look like numbers, null, markup and SQL': {
      plants: [
        '123',
        '-1e5',
        'null',
        'true',
        '[]',
        '{"name":1}',
        '<b>Aloe</b>',
        "'; DROP TABLE plants; --",
      ].map((text) => ({ name: text, tag: text })),
    },
    'any-script (V12): returns names in many scripts, with emoji, combining marks and line separators': {
      plants: [
        '🌱👩🏽‍🌾',
        'שושן',
        'ورد‏',
        'cafe\u0301',
        'caf\u00e9',
        'a\u2028b\u2029c',
        '牡丹',
        'nul\u0000here',
        'last\uffff',
        '\u007f\u0085',
        '𝒜loe',
      ].map((text) => ({ name: text, tag: text })),
    },
    'megabyte-name: returns a name of one megabyte': {
      plants: [{ name: 'a'.repeat(2 ** 20) }, { name: '' }, { name: 'Aloe vera' }],
    },
    'extra-members (V02): returns plants with extra fields of many types': changePlants((list) =>
      list.map((plant, index) => ({
        id: index,
        care: { water: { everyDays: 7 }, light: null },
        photos: [null, [], {}, 1.5],
        forSale: false,
        ...plant,
        Name: index,
        tags: [null],
      })),
    ),
    'driver-types (V02): returns identifiers and times as objects and strings': changePlants((list) =>
      list.map((plant, index) => ({
        _id: { $oid: `${index}` },
        id: `${2n ** 63n}`,
        at: { $date: 0 },
        ...plant,
      })),
    ),
    'escaped-markup (V06 V13): writes <, > and & in names as Unicode escapes': {
      plants: [{ name: 'Aloe <vera>' }, { name: 'Rosa & Salvia' }],
      ...changePlantsText((text) =>
        text.replace(/[<>&]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
      ),
    },
    'members-of-every-object (V03): returns fields with names such as __proto__, constructor, length and the empty string':
      changePlantsText((text) =>
        text.replaceAll(
          '{"name"',
          '{"__proto__":{"name":7,"tag":null},"constructor":null,"length":1e9,"":[],"toString":1,"hasOwnProperty":0,"toJSON":{},"then":1,"$ref":"#","name"',
        ),
      ),
    'deep-objects (V20): nests objects fifty thousand levels deep in every plant': combine(
      { plants: [{ name: 'Aloe vera' }, { name: 'Hedera helix' }, { name: 'Rosa canina' }] },
      changePlantsText((text) =>
        text.replaceAll('{"name"', `{"deep":${'{"a":'.repeat(50_000)}null${'}'.repeat(50_000)},"name"`),
      ),
    ),
  }),
]
