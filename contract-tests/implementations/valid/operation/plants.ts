import { changePlants, changePlantsText } from '../../change.ts'
import type { Variation } from '../../implementation.ts'
import { defaultPlants } from '../../plants.ts'
import { valid } from '../../servers.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Plant ${index}` }))
const rotated = <Item>(items: readonly Item[], by: number): Item[] => [
  ...items.slice(by % Math.max(items.length, 1)),
  ...items.slice(0, by % Math.max(items.length, 1)),
]
/** A list whose length depends on the number of requests before. */
const growing = (length: (requestsBefore: number) => number) =>
  changePlants((_plants, request) => numbered(length(request.requestsBefore)).slice(0, request.limit))

/** Lists of any length and order. */
export const plantListVariations: readonly Variation[] = [
  ...valid('V01 V38', {
    'no-plants': ['returns an empty list', { plants: [] }, { rows: 'V01', incomplete: true }],
    'one-plant': ['returns a single plant', { plants: [{ name: 'Aloe vera' }] }, { incomplete: true }],
    'two-plants': ['returns two plants', { plants: [{ name: 'Aloe vera' }, { name: 'Hedera helix' }] }],
    'hundred-and-fifty-plants': [
      'returns a hundred and fifty plants',
      { plants: numbered(150) },
      { rows: 'V19' },
    ],
    'hundred-thousand-plants': [
      'returns a hundred thousand plants without paging',
      { plants: numbered(100_000) },
      { rows: 'V19 SE15' },
    ],
    'more-than-is-read': [
      'returns a list that is larger than the kit reads',
      changePlantsText((json) => json.replace('"name":"', `"name":"${'a'.repeat(17 * 2 ** 20)}`)),
      { rows: 'V19 C73', incomplete: true },
    ],
    'no-tags': ['returns no tags', { plants: numbered(12) }, { rows: 'V04' }],
    'all-tags': [
      'returns a tag with every plant',
      { plants: numbered(12).map((plant) => ({ ...plant, tag: 'all' })) },
      { rows: 'V04' },
    ],
    twins: [
      'lists the same plant many times',
      { plants: Array.from({ length: 20 }, () => ({ name: 'Aloe vera', tag: 'house' })) },
      { rows: 'V07' },
    ],
    'order-changes': [
      'changes the order of the plants each time',
      changePlants((_plants, request) =>
        rotated(defaultPlants, request.requestsBefore * 7).slice(0, request.limit ?? defaultPlants.length),
      ),
      { rows: 'V08 V09' },
    ],
    'limited-list-is-another': [
      'returns different plants with a limit than without one',
      changePlants((list, request) =>
        request.limit === undefined ? list : numbered(Math.min(request.limit, 20)),
      ),
      { rows: 'V09' },
    ],
  }),
  ...valid('V10', {
    'list-grows': [
      'adds a plant at every third request',
      growing((requestsBefore) => 3 + Math.floor(requestsBefore / 3)),
    ],
    'list-shrinks': [
      'removes a plant at every tenth request',
      growing((requestsBefore) => Math.max(40 - Math.floor(requestsBefore / 10), 0)),
    ],
    'list-comes-and-goes': [
      'returns five to thirty plants, a different number each time',
      growing((requestsBefore) => 5 + ((requestsBefore * 11) % 26)),
      {
        // While the list changes, it is unknown how many plants a limit should return.
        warns: ['limit-fills-up'],
      },
    ],
  }),
  ...valid('V10 V71', {
    'list-fills-during-the-run': [
      'returns no plants at first and twenty later',
      growing((requestsBefore) => (requestsBefore < 4 ? 0 : 20)),
    ],
  }),
]
