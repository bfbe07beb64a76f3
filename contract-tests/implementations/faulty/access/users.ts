import { setImmediate as turn } from 'node:timers/promises'
import { type Ask, json } from '../../answer.ts'
import { answers, plantsBody } from '../../change.ts'
import type { Difference, Fault, Implementation } from '../../implementation.ts'
import { defaultPlants, otherPlants } from '../../plants.ts'
import { everyAnswer } from '../../when.ts'

/** A plant whose name careless software alters. */
const ODD = 'Ünï🌱 & <Farn>'
const LISTS = {
  first: [...defaultPlants.slice(0, 11), { name: ODD }, ...defaultPlants.slice(11)],
  second: otherPlants,
}
const FOREIGN = 'Drosera capensis'
const expectations: Implementation['expectations'] = {
  token: { sees: ['Aloe vera', ODD, 'Bellis perennis'], mustNotSee: [FOREIGN] },
  otherToken: { sees: ['Victoria amazonica', FOREIGN], mustNotSee: [ODD, 'Aloe vera'] },
}

const listOf = (user: 'first' | 'second', { limit }: Ask) => json(200, LISTS[user].slice(0, limit))
const isFirst = ({ user }: Ask): boolean => user === 'first'

/** Both users' own lists, changed where the function says so. */
const lists = (change: (plants: readonly { name: string }[], ask: Ask) => unknown): Difference => ({
  plants: LISTS.first,
  ...plantsBody(change),
})

const ABOUT: readonly (Omit<Fault, 'expectations'> & { difference: Difference })[] = [
  {
    id: 'users-one-list-for-all',
    title: 'has one list for every token',
    check: 'users-lists-differ',
    rows: ['BD15'],
    difference: { plants: LISTS.first, ...answers((_answer, ask) => listOf('first', ask), served) },
  },
  {
    id: 'users-plant-hidden',
    title: 'leaves out a plant that the user has access to',
    check: 'users-plants-all',
    rows: ['BD16'],
    difference: lists((plants) => plants.filter(({ name }) => name !== 'Bellis perennis')),
  },
  {
    id: 'users-foreign-plant',
    title: "mixes a plant of the second user into the first one's list",
    check: 'users-plants-own',
    rows: ['BD17'],
    difference: lists((plants, ask) =>
      isFirst(ask) && ask.limits.length === 0 ? [...plants, { name: FOREIGN }] : plants,
    ),
  },
  {
    id: 'users-foreign-plant-at-times',
    title: "lets a plant of the second user into every third of the first one's lists",
    check: 'users-plants-own',
    rows: ['BD17'],
    difference: {
      plants: LISTS.first,
      ...plantsBody(
        (plants) => [...plants, { name: FOREIGN }],
        (ask, memory) => isFirst(ask) && ask.limits.length === 0 && everyAnswer(3)(ask, memory),
      ),
    },
  },
  {
    id: 'users-plant-twice',
    title: 'returns a plant once for each of its tags',
    check: 'users-plants-once',
    rows: ['BD18'],
    difference: lists((plants, { limits }) =>
      limits.length > 0 ? plants : plants.flatMap((plant) => (plant.name === ODD ? [plant, plant] : [plant])),
    ),
  },
  ...Object.entries({
    mojibake: (name: string) => Buffer.from(name, 'utf8').toString('latin1'),
    'html-escapes': (name: string) =>
      name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    'question-marks': (name: string) => name.replace(/[^ -~]/g, '?'),
    'cut-code-point': (name: string) => name.replace('🌱', '\ufffd'),
    'other-normal-form': (name: string) => name.normalize('NFD'),
  }).map(([id, change]) => ({
    id: `users-name-${id}`,
    title: `alters names: ${id.replaceAll('-', ' ')}`,
    check: 'users-names-unaltered',
    rows: ['BD19'],
    difference: lists((plants) => plants.map((plant) => ({ ...plant, name: change(plant.name) }))),
  })),
  {
    id: 'users-cache-forgets-token',
    title: 'keeps answers by their address alone',
    check: 'users-not-replayed',
    rows: ['CA02'],
    difference: {
      plants: LISTS.first,
      ...answers((_answer, ask, memory) => {
        const known = memory[`?${ask.query}`] ?? (isFirst(ask) ? 1 : 2)
        memory[`?${ask.query}`] = known
        return listOf(known === 1 ? 'first' : 'second', ask)
      }, served),
    },
  },
  {
    id: 'users-current-user-shared',
    title: 'keeps the user of a request where the next request finds it',
    check: 'users-not-mixed',
    rows: ['CA07'],
    difference: {
      plants: LISTS.first,
      answer: async (ask, correct, memory) => {
        if (correct.status !== 200) return correct
        memory.user = isFirst(ask) ? 1 : 2
        await turn()
        return listOf(memory.user === 1 ? 'first' : 'second', ask)
      },
    },
  },
]

/** Faults that only an operator can see who knows which user has which plants. */
export const users: readonly Fault[] = ABOUT.map((fault) => ({ ...fault, expectations }))

function served(_ask: Ask, _memory: unknown, { status }: { status: number }): boolean {
  return status === 200
}
