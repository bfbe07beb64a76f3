import type { Contract } from '../../src/contract/contract.ts'
import type { Stage } from '../../src/judge/suite.ts'
import { createLimitedProbe, createProbe } from './createProbe.ts'
import { limitTo } from './design/queryDimensions.ts'

/** Finds out whether the operation responds. All other stages depend on it. */
export const helloStage: Stage = {
  id: 'hello',
  always: true,
  probes: (facts) => [createProbe(facts, { id: 'list', reason: 'whether the operation responds' })],
}

/** The whole list before and after a limited one: this shows a cache that ignores the query. */
export const createListStage = (contract: Contract): Stage => ({
  id: 'list',
  always: true,
  probes: (facts) => [
    createLimitedProbe(contract, facts, {
      id: 'list/limit-after',
      reason: 'whether a limit is applied right after a request for the whole list',
      maxResults: 1,
    }),
    createProbe(facts, {
      id: 'list/again',
      reason: 'whether the whole list is returned right after a limited one',
    }),
    ...listBounds(contract.limit).map((bound) => {
      const id = `limit/${bound}`
      const reason = 'whether the range of the contract counts'
      return bound > contract.limit.maximum
        ? createProbe(facts, {
            id,
            reason,
            ...limitTo(contract, `${bound}`),
            conditions: { limit: 'invalid' },
          })
        : createLimitedProbe(contract, facts, { id, reason, maxResults: bound })
    }),
  ],
})

/** The smallest and the largest positive limit of the contract, and one more: those of int32 are in the rows. */
function listBounds({ minimum, maximum }: Contract['limit']): number[] {
  const bounds = new Set([minimum, maximum, maximum + 1])
  return [...bounds].filter((bound) => bound > 0 && bound < 2 ** 31 - 1)
}
