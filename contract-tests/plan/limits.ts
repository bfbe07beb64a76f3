import type { PlanFacts, Stage } from '../../src/harness/stage.ts'
import { limited, probe } from './probe.ts'

const INT32_MAX = 2 ** 31 - 1
/** Every value up to here is tried: small limits are what people ask for, and 9 and 10 differ in their digits. */
const EACH_UP_TO = 11
const LANDMARKS = [99, 100, 101, 1000, INT32_MAX]

/** Values for `limit` that the contract promises to honour. */
export const limits: Stage = {
  id: 'limits',
  probes: (facts) => limitValues(facts).map((value) => limited(facts, value)),
}

/** The small values one by one, those around the length of the list, a few in between by the seed, and landmarks. */
function limitValues({ plants = 0, random }: PlanFacts): number[] {
  const small = Array.from({ length: Math.min(EACH_UP_TO, Math.max(plants, 3)) }, (_, index) => index + 1)
  const between =
    plants > EACH_UP_TO + 2 ? Array.from({ length: 2 }, () => random.integer(EACH_UP_TO + 1, plants - 2)) : []
  const around = [plants - 1, plants, plants + 1].filter((value) => value > 0)
  const values = [...small, ...between, ...around, ...LANDMARKS]
  return [...new Set(values)].sort((one, other) => one - other)
}

/** The same positive limit written in other ways that mean the same (RFC 3986 section 2.3), or in another place. */
export const limitForms: Stage = {
  id: 'limit-forms',
  probes: (facts) => {
    const encoded = [...facts.limit].map((letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
    const form = (id: string, reason: string, query: string, most: number) =>
      probe(facts, `limit-form/${id}`, reason, { query, limit: 'positive', most })
    return [
      form('value', 'whether an encoded digit counts', `${facts.limit}=%31`, 1),
      form('name', 'whether an encoded name counts', `${encoded.join('')}=2`, 2),
      // A server may refuse an empty pair and a parameter that it does not know, but where it answers 200 the limit has to hold.
      {
        ...form('after-ampersand', 'whether a limit behind an empty pair counts', `&${facts.limit}=1`, 1),
        benign: false,
      },
      {
        ...form(
          'second',
          'whether a limit between other parameters counts',
          `plant-store=1&${facts.limit}=1&kit=1`,
          1,
        ),
        benign: false,
      },
    ]
  },
}
