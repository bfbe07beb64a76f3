import type { Contract } from '../../src/contract/contract.ts'
import type { PlanFacts, Stage } from '../../src/harness/stage.ts'
import { createLimitedProbe, createProbe } from './createProbe.ts'
import type { ProbeId } from './probeIds.ts'

const INT32_MAX = 2 ** 31 - 1
/** Every value up to here is sent: clients use small limits most, and 9 and 10 differ in their number of digits. */
const EACH_UP_TO = 11
const LANDMARKS = [100, 1000, INT32_MAX]

/** Positive limits, which the server must apply. */
export const createLimitStage = (contract: Contract): Stage => ({
  id: 'limits',
  probes: (facts) =>
    chooseLimits(facts).map((most) =>
      createLimitedProbe(contract, facts, {
        id: `limit/${most}`,
        reason: `whether at most ${most} plants are returned`,
        most,
      }),
    ),
})

/** Each small value, those around the length of the list, two random ones in between, and some large ones. */
function chooseLimits({ plants = 0, random }: PlanFacts): number[] {
  const small = Array.from({ length: Math.min(EACH_UP_TO, Math.max(plants, 3)) }, (_, index) => index + 1)
  const between =
    plants > EACH_UP_TO + 2 ? Array.from({ length: 2 }, () => random.integer(EACH_UP_TO + 1, plants - 2)) : []
  const around = [plants - 1, plants, plants + 1].filter((value) => value > 0)
  const values = [...small, ...between, ...around, ...LANDMARKS]
  return [...new Set(values)].sort((one, other) => one - other)
}

/** The same limit in equivalent notations (RFC 3986 section 2.3) and at other places in the query. */
export const createLimitFormStage = (contract: Contract): Stage => ({
  id: 'limit-forms',
  probes: (facts) => {
    const { name } = contract.limit
    const encodedName = Array.from(
      name,
      (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
    ).join('')
    const form = (definition: {
      id: ProbeId
      reason: string
      query: string
      most: number
      benign?: boolean
    }) => createProbe(facts, { limit: 'positive', ...definition })
    // A server may refuse an empty pair or an unknown parameter. If it returns a list, the limit still applies.
    const refusable = { benign: false }
    return [
      form({
        id: 'limit-form/value',
        reason: 'whether a percent-encoded digit is read',
        query: `${name}=%32`,
        most: 2,
      }),
      form({
        id: 'limit-form/name',
        reason: 'whether a percent-encoded name is read',
        query: `${encodedName}=2`,
        most: 2,
      }),
      form({
        id: 'limit-form/after-ampersand',
        reason: 'whether a limit after an empty pair is read',
        query: `&${name}=1`,
        most: 1,
        ...refusable,
      }),
      form({
        id: 'limit-form/second',
        reason: 'whether a limit between other parameters is read',
        query: `plant-store=1&${name}=1&kit=1`,
        most: 1,
        ...refusable,
      }),
    ]
  },
})
