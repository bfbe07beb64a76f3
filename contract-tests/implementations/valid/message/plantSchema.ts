import { changePlants, changePlantsText } from '../../change.ts'
import { combine } from '../../combine.ts'
import type { Variation } from '../../implementation.ts'

/** Names, tags and extra members of any kind. */
export const plantSchemaVariations: readonly Variation[] = [
  {
    id: 'empty-names',
    title: 'returns empty and blank names and tags',
    rows: ['V05'],
    difference: {
      plants: ['', ' ', '\t', '\n', 'x', '\u00a0', '\u200b'].map((text) => ({ name: text, tag: text })),
    },
  },
  {
    id: 'names-like-other-types',
    title: 'returns names that look like numbers, null, markup and SQL',
    rows: ['V06'],
    difference: {
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
  },
  {
    id: 'any-script',
    title: 'returns names in many scripts, with emoji, combining marks and line separators',
    rows: ['V12'],
    difference: {
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
  },
  {
    id: 'megabyte-name',
    title: 'returns a name of one megabyte',
    rows: ['V05'],
    difference: { plants: [{ name: 'a'.repeat(2 ** 20) }, { name: '' }, { name: 'Aloe vera' }] },
  },
  {
    id: 'extra-members',
    title: 'returns plants with extra members of every type',
    rows: ['V02'],
    difference: changePlants((list) =>
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
  },
  {
    id: 'members-of-every-object',
    title: 'returns members named __proto__, constructor, length and the empty string',
    rows: ['V03'],
    difference: changePlantsText((text) =>
      text.replaceAll(
        '{"name"',
        '{"__proto__":{"name":7,"tag":null},"constructor":null,"length":1e9,"":[],"toString":1,"hasOwnProperty":0,"toJSON":{},"then":1,"$ref":"#","name"',
      ),
    ),
  },
  {
    id: 'deep-members',
    title: 'nests an extra member a hundred thousand levels deep',
    rows: ['V20'],
    difference: changePlantsText((text) =>
      text.replace('{"name"', `{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)},"name"`),
    ),
  },
  {
    id: 'deep-objects',
    title: 'nests objects fifty thousand levels deep in every plant',
    rows: ['V20'],
    difference: combine(
      { plants: [{ name: 'Aloe vera' }, { name: 'Hedera helix' }, { name: 'Rosa canina' }] },
      changePlantsText((text) =>
        text.replaceAll('{"name"', `{"deep":${'{"a":'.repeat(50_000)}null${'}'.repeat(50_000)},"name"`),
      ),
    ),
  },
]
