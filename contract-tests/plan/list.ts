import type { Contract } from '../../src/contract/contract.ts'
import type { Stage } from '../../src/judge/stage.ts'
import { createLimitedProbe, createProbe } from './createProbe.ts'

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
  ],
})
