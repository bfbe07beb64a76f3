import type { Contract } from '../../src/contract/contract.ts'
import type { Stage } from '../../src/harness/stage.ts'
import { allButOne, createLimitedProbe, createProbe } from './createProbe.ts'

const IN_A_ROW = 10
const AT_ONCE = 8
const CROSS_TALK = 8
/** How many of those ask for the long list. Together with the repeats that makes about thirty long responses. */
const LONG = 3

/**
 * Many limited requests, most of them concurrent: they show errors that occur once in thirty responses, or only under
 * concurrency. The limit is one less than the length of the list, so that an ignored limit shows too.
 */
export const createRepeatStage = (contract: Contract): Stage => ({
  id: 'repeats',
  probes: (facts) => {
    const most = allButOne(facts)
    const repeat = (index: number, parallel?: string) =>
      createLimitedProbe(contract, facts, {
        id: `repeat/${index}`,
        reason: 'whether every response is as good as the first',
        most,
        ...(parallel !== undefined && { parallel, connection: `repeat ${index}` }),
      })
    // Each concurrent request has its own connection: a connection that a busy server closes must not look idle.
    return [
      ...Array.from({ length: IN_A_ROW }, (_, index) => repeat(index + 1)),
      ...Array.from({ length: AT_ONCE }, (_, index) => repeat(IN_A_ROW + index + 1, 'repeats')),
      ...Array.from({ length: CROSS_TALK }, (_, index) =>
        createLimitedProbe(contract, facts, {
          id: `parallel/${index + 1}`,
          reason: 'whether concurrent requests get their own limits',
          // A limit above the length of the list would show nothing.
          most: index < LONG ? most : (index % Math.min(5, most)) + 1,
          parallel: 'limits',
          connection: `parallel ${index}`,
        }),
      ),
      createProbe(facts, {
        id: 'parallel/after',
        reason: 'whether the whole list is returned after a burst',
      }),
    ]
  },
})
