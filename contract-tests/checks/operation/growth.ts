import type { Contract } from '../../../src/contract/contract.ts'
import { pluralize } from '../../../src/contract/words.ts'
import type { Check, Facts } from '../../../src/judge/check.ts'
import { type Exchange, isAnswered, isPlantsAnswer } from '../../../src/judge/exchange.ts'
import { countPlants, findPlainLists, readBodyText, UNREADABLE } from '../exchanges.ts'
import { countViolation, whenAnswered } from '../whenAnswered.ts'

const MANY = 10_000
const INT32_MAX = 2 ** 31 - 1
const WRAPPED = 2 ** 32 + 1
/** The largest limit counts as slow if its response takes this many times as long as other responses, and this many ms longer. */
const SLOWER = { times: 5, ms: 500 }
/** Creates the checks of allowed but notable behaviour, such as list sizes, response times, and the effect of limits beyond int32. */
export const createGrowthChecks = (contract: Contract): readonly Check[] => [
  {
    id: 'list-bounded',
    title: 'Returns fewer than 10,000 plants without a limit',
    level: 'INFO',
    requirement: {
      standard: 'OWASP API4:2023',
      text: "If a list's length is unlimited, a single request can return all the data",
    },
    sent: 'the request without a limit',
    fix: 'Consider a maximum number of plants for requests without a limit, and document this maximum.',
    requires: 'a list',
    applies: (exchange) => isPlantsAnswer(exchange) && exchange.probe.limit === 'absent',
    judge: whenAnswered((exchange, facts) => {
      const { count = 0, cut } = facts.analyse(exchange)
      if (count < MANY && !cut) return []
      const actual = cut ? 'too many plants for the kit to count' : pluralize(count, 'element')
      const message = `the response without a limit has ${actual}, and took ${Math.round(exchange.durationMs)} ms`
      return [{ message, pointer: '', expected: 'a maximum length', actual }]
    }),
  },
  {
    id: 'default-not-smaller',
    title: 'Returns at least as many plants without a limit as with a limit',
    level: 'INFO',
    requirement: { text: 'The operation returns all plants', pointer: contract.operation.pointer },
    sent: 'requests without a limit, and with positive limits',
    fix: "Return all of the user's plants if the request has no limit.",
    requires: 'a list without a limit and a list with a limit',
    after: ['list-not-empty-without-limit', ...UNREADABLE],
    applies: (exchange, facts) =>
      isPlantsAnswer(exchange) &&
      exchange.probe.credential.kind === 'valid' &&
      exchange.probe.maxResults !== undefined &&
      contract.limit.default === undefined &&
      findPlainCounts(facts).length > 0,
    judge: whenAnswered((exchange, facts) => {
      const { count = 0 } = facts.analyse(exchange)
      const plain = Math.max(...findPlainCounts(facts))
      if (count <= plain) return []
      const message = `the list has ${pluralize(plain, 'plant')} without a limit, but ${count} with ?${exchange.probe.query}`
      return countViolation(plain, message, pluralize(count, 'element'))
    }),
  },
  {
    id: 'limit-not-wrapped',
    title: 'Does not cut a limit beyond int32 to its lowest 32 bits',
    level: 'INFO',
    requirement: {
      text: `${contract.limit.name} is the maximum number of results to return`,
      pointer: contract.limit.pointer,
    },
    sent: `${contract.limit.name}=${WRAPPED}, which is 1 in its lowest 32 bits`,
    fix: 'Return a 400 for limits beyond int32, or parse limits into a wider type.',
    requires: 'a 200 for a limit beyond int32, and at least two plants',
    after: UNREADABLE,
    applies: (exchange, facts) =>
      exchange.probe.limit === 'outside' &&
      exchange.probe.query?.split('&').includes(`${contract.limit.name}=${WRAPPED}`) === true &&
      exchange.response?.status === 200 &&
      (facts.plants ?? 0) > 1,
    judge: whenAnswered((exchange, facts) => {
      if (facts.analyse(exchange).count !== 1) return []
      const { name } = contract.limit
      const message = `the server seems to treat ${name}=${WRAPPED} like ${name}=1, its value in the lowest 32 bits`
      return countViolation(1, message, 'a refusal, or the whole list')
    }),
  },
  {
    id: 'limit-costs-no-time',
    title: 'Does not take much longer for a huge limit than for other limits',
    level: 'INFO',
    requirement: {
      standard: 'OWASP API4:2023',
      text: 'A number in a request must not determine the amount of work for the server',
    },
    sent: `${contract.limit.name}=${INT32_MAX}, among other limits`,
    fix: 'Make sure that a limit above the number of plants costs no additional memory and no additional loop iterations.',
    requires: 'a response to the largest limit',
    applies: (exchange, facts) =>
      isTimed(exchange) && exchange.probe.maxResults === INT32_MAX && facts.served,
    judge: (exchange, facts) => {
      const timed = facts.exchanges.filter(isTimed)
      const [huge, others] = [listTimes(timed, isHuge), listTimes(timed, (each) => !isHuge(each))]
      const usual = others[Math.floor(others.length / 2)] ?? 0
      // A busy machine may delay one response, but hardly ever all responses.
      const [quickest = exchange.durationMs] = huge
      if (quickest < usual * SLOWER.times || quickest < usual + SLOWER.ms) return []
      const [expected, actual] = [`${Math.round(usual)} ms`, `${Math.round(exchange.durationMs)} ms`]
      const message = `${contract.limit.name}=${INT32_MAX} takes ${actual}, but other limits usually take ${expected}`
      return [{ message, pointer: 'time', expected, actual }]
    },
  },
  {
    id: 'names-printable',
    title: 'Sends no NUL, U+FFFE or U+FFFF in strings',
    level: 'INFO',
    requirement: {
      standard: 'Unicode, noncharacters',
      text: 'NUL, U+FFFE and U+FFFF are not text characters',
    },
    sent: 'documented requests that have a valid token and get a 200',
    fix: 'When you store a name, refuse NUL, U+FFFE and U+FFFF.',
    requires: 'a list with plants',
    after: UNREADABLE,
    applies: (exchange, facts) => isPlantsAnswer(exchange) && countPlants(exchange, facts) > 0,
    judge: whenAnswered((exchange) => {
      const [actual] =
        /(?<!\\)(?:\\\\)*\\u(?:0000|[fF]{3}[eEfF])|[\ufffe\uffff]/.exec(readBodyText(exchange)) ?? []
      if (actual === undefined) return []
      const message = 'a string contains NUL or a noncharacter, which some databases cannot store'
      return [{ message, pointer: 'body', expected: 'text characters', actual: JSON.stringify(actual) }]
    }),
  },
]

/** Lists the lengths of the operator's readable lists without a limit. */
const findPlainCounts = (facts: Facts): number[] =>
  findPlainLists(facts).flatMap((list) => facts.analyse(list).count ?? [])

/** Returns whether the response time can be compared: the request has a limit, and no other request was sent at the same time. */
function isTimed(exchange: Exchange): boolean {
  const { probe, waited } = exchange
  return (
    isAnswered(exchange) &&
    probe.maxResults !== undefined &&
    probe.parallel === undefined &&
    waited.length === 0
  )
}

const isHuge = ({ probe }: Exchange): boolean => probe.maxResults === INT32_MAX

/** Lists the durations of the exchanges that `which` selects, in milliseconds and in ascending order. */
function listTimes(timed: readonly Exchange[], which: (exchange: Exchange) => boolean): number[] {
  return timed
    .filter(which)
    .map(({ durationMs }) => durationMs)
    .sort((one, other) => one - other)
}
