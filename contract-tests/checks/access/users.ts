import type { Contract } from '../../../src/contract/contract.ts'
import type { Check, Facts } from '../../../src/harness/check.ts'
import type { AnsweredExchange, Exchange } from '../../../src/harness/exchange.ts'
import { headerValues } from '../exchanges.ts'
import { createNameCheck, describeProblem, isConcurrent, type NameProblem } from './createNameCheck.ts'
import { findAlteration } from './findAlteration.ts'
import {
  countNames,
  findExpectedPlants,
  findForeignNames,
  findMissingNames,
  findWholeLists,
  haveSameNames,
  WHOLE_LIST,
} from './plantNames.ts'

/** What each of two users must and must not see. Only names that the operator chose can show that. */
export const createUserChecks = (contract: Contract): readonly Check[] => {
  const level = 'MUST'
  const clause = {
    text: 'All plants that the user has access to are returned, and no others',
    pointer: contract.operation.pointer,
  }
  return [
    createNameCheck({
      id: 'users-not-mixed',
      title: 'Keeps concurrent users apart',
      level,
      clause,
      rows: ['CA07'],
      sent: 'the request without limit, by both users at once',
      expected: "none of the other user's plants",
      concerns: (exchange, facts) => isConcurrent(exchange) && expectsForeignNames(exchange, facts),
      findProblems: (exchange, facts) =>
        isCorrectAlone(exchange, facts)
          ? describeForeignPlants(exchange, facts, 'is returned, but only to concurrent requests')
          : [],
    }),
    createNameCheck({
      id: 'users-not-replayed',
      title: "Never replays one user's response to the other",
      level,
      clause,
      rows: ['CA02'],
      sent: 'the same request by both users, one after the other',
      expected: "none of the other user's plants",
      supersededBy: ['users-not-mixed'],
      concerns: expectsForeignNames,
      findProblems: (exchange, facts) =>
        isReplay(exchange, facts) || isFromCache(exchange)
          ? describeForeignPlants(exchange, facts, 'is returned after the other user sent the same request')
          : [],
    }),
    createNameCheck({
      id: 'users-lists-differ',
      title: 'Returns each user their own list',
      level,
      clause,
      rows: ['BD15', 'C54'],
      sent: 'the request without limit, by both users',
      expected: 'the plants of this user',
      supersededBy: ['users-not-mixed', 'users-not-replayed'],
      concerns: isSecondUser,
      findProblems: (exchange, facts) =>
        haveSameLists(facts) && isWrongList(exchange, facts)
          ? [{ name: '', message: 'both users get the same list' }]
          : [],
    }),
    createNameCheck({
      id: 'users-plants-own',
      title: "Never returns another user's plants",
      level,
      clause,
      rows: ['BD17', 'C54'],
      sent: 'the request without limit, by each user',
      expected: 'none of the plants that this token must not see',
      supersededBy: ['users-not-mixed', 'users-not-replayed', 'users-lists-differ'],
      concerns: expectsForeignNames,
      findProblems: (exchange, facts) =>
        describeForeignPlants(exchange, facts, 'is returned, but this token must not see it'),
    }),
    createNameCheck({
      id: 'users-names-unaltered',
      title: 'Returns names unchanged',
      level: 'SHOULD',
      clause,
      rows: ['BD19'],
      sent: 'the request without limit, by each user',
      expected: 'each name with the same code points',
      supersededBy: ['users-not-mixed', 'users-not-replayed', 'users-lists-differ'],
      concerns: expectsNames,
      findProblems: (exchange, facts) =>
        findMissingNames(exchange, facts).flatMap((name) => {
          const altered = findAlteration(name, countNames(exchange, facts))
          return altered === undefined ? [] : [describeProblem(name, `is returned as ${altered}`)]
        }),
    }),
    createNameCheck({
      id: 'users-plants-all',
      title: 'Returns all plants that the user has access to',
      level,
      clause,
      rows: ['BD16'],
      sent: `the request without limit, and with limits from ${WHOLE_LIST} on`,
      expected: 'each plant that this token sees, in at least one response',
      supersededBy: ['users-not-mixed', 'users-not-replayed', 'users-lists-differ', 'users-names-unaltered'],
      concerns: expectsNames,
      findProblems: (exchange, facts) =>
        findMissingNames(exchange, facts).map((name) =>
          describeProblem(name, 'is missing, without a limit and with a large one'),
        ),
    }),
    createNameCheck({
      id: 'users-plants-once',
      title: 'Lists each plant only once',
      level: 'SHOULD',
      clause,
      rows: ['BD18'],
      sent: 'the request without limit, by each user',
      expected: 'each expected plant once',
      concerns: expectsNames,
      findProblems: (exchange, facts) =>
        (findExpectedPlants(exchange, facts)?.sees ?? []).flatMap((name) => {
          const times = countNames(exchange, facts).get(name) ?? 0
          return times < 2 ? [] : [describeProblem(name, `appears ${times} times`)]
        }),
    }),
  ]
}

function describeForeignPlants(exchange: AnsweredExchange, facts: Facts, what: string): NameProblem[] {
  return findForeignNames(exchange, facts).map((name) => describeProblem(name, what))
}

function isSecondUser({ probe }: AnsweredExchange): boolean {
  return probe.credential.kind === 'other'
}

function expectsNames(exchange: AnsweredExchange, facts: Facts): boolean {
  return (findExpectedPlants(exchange, facts)?.sees.length ?? 0) > 0
}

function expectsForeignNames(exchange: AnsweredExchange, facts: Facts): boolean {
  return (findExpectedPlants(exchange, facts)?.mustNotSee.length ?? 0) > 0
}

/** This user's lists without plants of the other. If there are any, the server can tell the two users apart. */
function findCorrectLists(exchange: AnsweredExchange, facts: Facts): AnsweredExchange[] {
  return findWholeLists(isSecondUser(exchange) ? 'other' : 'valid', facts).filter(
    (list) => findForeignNames(list, facts).length === 0,
  )
}

function isCorrectAlone(exchange: AnsweredExchange, facts: Facts): boolean {
  return findCorrectLists(exchange, facts).some(
    ({ probe, url }) => probe.parallel === undefined && url === exchange.url,
  )
}

/** Whether the other user got the same list at the same address. */
function isReplay(exchange: AnsweredExchange, facts: Facts): boolean {
  if (findCorrectLists(exchange, facts).length === 0) return false
  return findWholeLists(isSecondUser(exchange) ? 'valid' : 'other', facts).some(
    (other) => other.url === exchange.url && haveSameNames(exchange, other, facts),
  )
}

function isFromCache(exchange: Exchange): boolean {
  const hasHit = headerValues(exchange, 'x-cache').some((value) => /hit/i.test(value))
  return headerValues(exchange, 'age').length > 0 || hasHit
}

function haveSameLists(facts: Facts): boolean {
  const [first, second] = [findWholeLists('valid', facts), findWholeLists('other', facts)]
  return first.length > 0 && second.every((one) => first.every((other) => haveSameNames(one, other, facts)))
}

function isWrongList(exchange: AnsweredExchange, facts: Facts): boolean {
  const { sees = [], mustNotSee = [] } = findExpectedPlants(exchange, facts) ?? {}
  const names = countNames(exchange, facts)
  const isWrong = sees.some((name) => !names.has(name)) || mustNotSee.some((name) => names.has(name))
  return names.size > 0 && isWrong
}
