import type { Stage } from '../../src/harness/stage.ts'
import { allButOne, limited, probe } from './probe.ts'

const IN_A_ROW = 10
const AT_ONCE = 8
const CROSS_TALK = 8
/** So many of those at once ask for the long list: they make thirty long answers with what is sent right before. */
const LONG = 3

/**
 * Limited requests without another between them, most of them at once: what goes wrong in one answer of thirty,
 * or only in company, shows. The limit of most is one less than the list, so that every element but one comes, and a
 * limit that is not kept shows.
 */
export const repeats: Stage = {
  id: 'repeats',
  probes: (facts) => {
    const most = allButOne(facts)
    const repeat = (index: number, parallel?: string) =>
      limited(facts, most, {
        id: `repeat/${index}`,
        reason: 'whether every answer is as good as the first',
        ...(parallel !== undefined && { parallel, connection: `repeat ${index}` }),
      })
    // At once means on connections of their own: one that a busy server closes must not look like an idle one.
    return [
      ...Array.from({ length: IN_A_ROW }, (_, index) => repeat(index + 1)),
      ...Array.from({ length: AT_ONCE }, (_, index) => repeat(IN_A_ROW + index + 1, 'repeats')),
      ...Array.from({ length: CROSS_TALK }, (_, index) =>
        // Limits that the list does not reach would say nothing.
        limited(facts, index < LONG ? most : (index % Math.min(5, most)) + 1, {
          id: `parallel/${index + 1}`,
          reason: 'whether requests at the same time keep their own limits',
          parallel: 'limits',
          connection: `parallel ${index}`,
        }),
      ),
      probe(facts, 'parallel/after', 'whether the whole list comes after a burst'),
    ]
  },
}
