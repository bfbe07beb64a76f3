import { changePlants, changePlantsText } from '../../change.ts'
import type { Variation } from '../../implementation.ts'
import { defaultPlants } from '../../plants.ts'

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
  {
    id: 'no-plants',
    title: 'returns an empty list',
    rows: ['V01'],
    difference: { plants: [] },
    incomplete: true,
  },
  {
    id: 'one-plant',
    title: 'returns a single plant',
    rows: ['V01', 'V38'],
    difference: { plants: [{ name: 'Aloe vera' }] },
    incomplete: true,
  },
  {
    id: 'two-plants',
    title: 'returns two plants',
    rows: ['V01', 'V38'],
    difference: { plants: [{ name: 'Aloe vera' }, { name: 'Hedera helix' }] },
  },
  {
    id: 'hundred-and-fifty-plants',
    title: 'returns a hundred and fifty plants',
    rows: ['V19'],
    difference: { plants: numbered(150) },
  },
  {
    id: 'hundred-thousand-plants',
    title: 'returns a hundred thousand plants without paging',
    rows: ['V19', 'SE15'],
    difference: { plants: numbered(100_000) },
  },
  {
    id: 'more-than-is-read',
    title: 'returns a list that is larger than the kit reads',
    rows: ['V19', 'C73'],
    difference: changePlantsText((json) => json.replace('"name":"', `"name":"${'a'.repeat(17 * 2 ** 20)}`)),
    incomplete: true,
  },
  {
    id: 'no-tags',
    title: 'returns no tags',
    rows: ['V04'],
    difference: { plants: numbered(12) },
  },
  {
    id: 'all-tags',
    title: 'returns a tag with every plant',
    rows: ['V04'],
    difference: { plants: numbered(12).map((plant) => ({ ...plant, tag: 'all' })) },
  },
  {
    id: 'twins',
    title: 'lists the same plant many times',
    rows: ['V07'],
    difference: { plants: Array.from({ length: 20 }, () => ({ name: 'Aloe vera', tag: 'house' })) },
  },
  {
    id: 'order-changes',
    title: 'changes the order of the plants each time',
    rows: ['V08', 'V09'],
    difference: changePlants((_plants, request) =>
      rotated(defaultPlants, request.requestsBefore * 7).slice(0, request.limit ?? defaultPlants.length),
    ),
  },
  {
    id: 'limited-list-is-another',
    title: 'returns different plants with a limit than without one',
    rows: ['V09'],
    difference: changePlants((list, request) =>
      request.limit === undefined ? list : numbered(Math.min(request.limit, 20)),
    ),
  },
  {
    id: 'list-grows',
    title: 'adds a plant at every third request',
    rows: ['V10'],
    difference: growing((requestsBefore) => 3 + Math.floor(requestsBefore / 3)),
  },
  {
    id: 'list-shrinks',
    title: 'removes a plant at every tenth request',
    rows: ['V10'],
    difference: growing((requestsBefore) => Math.max(40 - Math.floor(requestsBefore / 10), 0)),
  },
  {
    id: 'list-comes-and-goes',
    title: 'returns five to thirty plants, a different number each time',
    rows: ['V10'],
    difference: growing((requestsBefore) => 5 + ((requestsBefore * 11) % 26)),
    // While the list changes, it is unknown how many plants a limit should return.
    warns: ['limit-fills-up'],
  },
  {
    id: 'list-fills-during-the-run',
    title: 'returns no plants at first and twenty later',
    rows: ['V10', 'V71'],
    difference: growing((requestsBefore) => (requestsBefore < 4 ? 0 : 20)),
  },
]
