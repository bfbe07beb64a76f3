import { json } from '../answer.ts'
import { answers, plantAt } from '../change.ts'
import type { Difference, Fault } from '../implementation.ts'
import { defaultPlants } from '../plants.ts'

/** Serves a valid limit with as many plants as the function says. */
const gives = (count: (limit: number) => number, when = (_limit: number): boolean => true): Difference =>
  answers(
    (_answer, { limit = 0 }) => json(200, defaultPlants.slice(0, count(limit))),
    ({ limit, limits }, _memory, { status }) =>
      status === 200 && limits.length === 1 && limit !== undefined && when(limit),
  )

export const limit: readonly Fault[] = [
  {
    id: 'limit-ignored',
    title: 'ignores limit',
    check: 'limit-honoured',
    rows: ['LM01'],
    difference: gives(() => 20),
  },
  {
    id: 'limit-off-by-one',
    title: 'returns one plant more than limit',
    check: 'limit-honoured',
    rows: ['LM02'],
    difference: gives((limit) => limit + 1),
  },
  {
    id: 'limit-compared-as-text',
    title: 'ignores limits of two digits',
    check: 'limit-honoured',
    rows: ['LM03'],
    difference: gives(
      () => 20,
      (limit) => limit >= 10,
    ),
  },
  {
    id: 'limit-plant-shape',
    title: 'leaves out names when a limit is given',
    check: 'plant-name-present',
    rows: ['LM08'],
    difference: plantAt(
      ({ tag }) => ({ tag }),
      0,
      ({ limit }) => limit !== undefined,
    ),
  },
]
