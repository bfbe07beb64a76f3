import { plantsBody, plantsText } from '../../change.ts'
import type { Variation } from '../../implementation.ts'
import { defaultPlants, otherPlants } from '../../plants.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Plant ${index}` }))
const rotated = <Item>(items: readonly Item[], by: number): Item[] => [
  ...items.slice(by % Math.max(items.length, 1)),
  ...items.slice(0, by % Math.max(items.length, 1)),
]
/** The list as it is at a request: `length` tells how many plants there are by then. */
const growing = (length: (earlier: number) => number) =>
  plantsBody((_plants, ask) => numbered(length(ask.earlier)).slice(0, ask.limit))

/** Lists of any length, order and membership. */
export const plants: readonly Variation[] = [
  {
    id: 'no-plants',
    title: 'has no plants for the user',
    rows: ['V01'],
    difference: { plants: [] },
    incomplete: true,
  },
  {
    id: 'one-plant',
    title: 'has a single plant',
    rows: ['V01', 'V38'],
    difference: { plants: [{ name: 'Aloe vera' }] },
    incomplete: true,
  },
  {
    id: 'two-plants',
    title: 'has two plants',
    rows: ['V01', 'V38'],
    difference: { plants: [{ name: 'Aloe vera' }, { name: 'Hedera helix' }] },
  },
  {
    id: 'hundred-and-fifty-plants',
    title: 'has a hundred and fifty plants',
    rows: ['V19'],
    difference: { plants: numbered(150) },
  },
  {
    id: 'hundred-thousand-plants',
    title: 'has a hundred thousand plants and no page size',
    rows: ['V19', 'SE15'],
    difference: { plants: numbered(100_000) },
  },
  {
    id: 'more-than-is-read',
    title: 'has a list of more bytes than the kit reads',
    rows: ['V19', 'C73'],
    difference: plantsText((json) => json.replace('"name":"', `"name":"${'a'.repeat(17 * 2 ** 20)}`)),
    incomplete: true,
  },
  {
    id: 'no-tags',
    title: 'has no tags',
    rows: ['V04'],
    difference: { plants: numbered(12) },
  },
  {
    id: 'all-tags',
    title: 'tags every plant',
    rows: ['V04'],
    difference: { plants: numbered(12).map((plant) => ({ ...plant, tag: 'all' })) },
  },
  {
    id: 'twins',
    title: 'lists the same plant again and again',
    rows: ['V07'],
    difference: { plants: Array.from({ length: 20 }, () => ({ name: 'Aloe vera', tag: 'house' })) },
  },
  {
    id: 'order-changes',
    title: 'lists the plants in another order each time',
    rows: ['V08', 'V09'],
    difference: plantsBody((_plants, ask) =>
      rotated(defaultPlants, ask.earlier * 7).slice(0, ask.limit ?? defaultPlants.length),
    ),
  },
  {
    id: 'limited-list-is-another',
    title: 'gives plants with a limit that are not in the list without one',
    rows: ['V09'],
    difference: plantsBody((list, ask) =>
      ask.limit === undefined ? list : numbered(Math.min(ask.limit, 20)),
    ),
  },
  {
    id: 'list-grows',
    title: 'has one plant more at every third request',
    rows: ['V10'],
    difference: growing((earlier) => 3 + Math.floor(earlier / 3)),
  },
  {
    id: 'list-shrinks',
    title: 'has one plant less at every tenth request',
    rows: ['V10'],
    difference: growing((earlier) => Math.max(40 - Math.floor(earlier / 10), 0)),
  },
  {
    id: 'list-comes-and-goes',
    title: 'has between five and thirty plants, changing all the time',
    rows: ['V10'],
    difference: growing((earlier) => 5 + ((earlier * 11) % 26)),
    // What a limit can fill up to is not known while the list changes.
    warns: ['limit-fills-up'],
  },
  {
    id: 'list-fills-during-the-run',
    title: 'has no plants at the first requests, and twenty from then on',
    rows: ['V10', 'V71'],
    difference: growing((earlier) => (earlier < 4 ? 0 : 20)),
  },
  {
    id: 'same-list-for-everyone',
    title: 'gives every user the same list',
    rows: ['V11'],
    difference: plantsBody((list, ask) => (ask.user === 'second' ? defaultPlants : list)),
  },
  {
    id: 'lists-overlap',
    title: 'gives two users lists that overlap',
    rows: ['V11'],
    difference: { plants: [...otherPlants, ...defaultPlants] },
  },
]
