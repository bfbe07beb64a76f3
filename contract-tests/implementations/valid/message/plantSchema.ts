import { changePlants, changePlantsText } from '../../change.ts'
import { combine } from '../../combine.ts'
import type { Variation } from '../../implementation.ts'
import { valid } from '../../servers.ts'

/** Names, tags and extra members of any kind. */
export const plantSchemaVariations: readonly Variation[] = [
  ...valid('V05', {
    'empty-names': [
      'returns empty and blank names and tags',
      {
        plants: ['', ' ', '\t', '\n', 'x', '\u00a0', '\u200b'].map((text) => ({ name: text, tag: text })),
      },
    ],
    'names-like-other-types': [
      'returns names that look like numbers, null, markup and SQL',
      {
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
      { rows: 'V06' },
    ],
    'any-script': [
      'returns names in many scripts, with emoji, combining marks and line separators',
      {
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
      { rows: 'V12' },
    ],
    'megabyte-name': [
      'returns a name of one megabyte',
      { plants: [{ name: 'a'.repeat(2 ** 20) }, { name: '' }, { name: 'Aloe vera' }] },
    ],
    'extra-members': [
      'returns plants with extra members of every type',
      changePlants((list) =>
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
      { rows: 'V02' },
    ],
    'members-of-every-object': [
      'returns members named __proto__, constructor, length and the empty string',
      changePlantsText((text) =>
        text.replaceAll(
          '{"name"',
          '{"__proto__":{"name":7,"tag":null},"constructor":null,"length":1e9,"":[],"toString":1,"hasOwnProperty":0,"toJSON":{},"then":1,"$ref":"#","name"',
        ),
      ),
      { rows: 'V03' },
    ],
    'deep-members': [
      'nests an extra member a hundred thousand levels deep',
      changePlantsText((text) =>
        text.replace('{"name"', `{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)},"name"`),
      ),
      { rows: 'V20' },
    ],
    'deep-objects': [
      'nests objects fifty thousand levels deep in every plant',
      combine(
        { plants: [{ name: 'Aloe vera' }, { name: 'Hedera helix' }, { name: 'Rosa canina' }] },
        changePlantsText((text) =>
          text.replaceAll('{"name"', `{"deep":${'{"a":'.repeat(50_000)}null${'}'.repeat(50_000)},"name"`),
        ),
      ),
      { rows: 'V20' },
    ],
  }),
]
