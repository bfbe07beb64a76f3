import { limited, probe, type Stage } from './stage.ts'

const IN_A_ROW = 10
const AT_ONCE = 8
const CROSS_TALK = 10
/** The largest limit that is repeated: a very long list thirty times over would only cost time and memory. */
const LARGEST = 1_000

/**
 * Limited requests without another between them, most of them at once: what goes wrong in one answer of thirty,
 * or only in company, shows. The limit of most is one less than the list, so that every element but one comes, and a
 * limit that is not kept shows.
 */
export const repeats: Stage = {
  id: 'repeats',
  probes: (facts) => {
    const most = Math.max(Math.min((facts.plants ?? 1) - 1, LARGEST), 1)
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
        limited(facts, (index % 5) + 1, {
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
