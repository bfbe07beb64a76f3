import type { Contract } from '../../../src/contract/contract.ts'
import { ordinal } from '../../../src/contract/words.ts'
import type { Check, Facts } from '../../../src/judge/check.ts'
import { type AnsweredExchange, type Exchange, isPlantsAnswer } from '../../../src/judge/exchange.ts'
import { listParallel } from '../../../src/judge/finding.ts'
import { findOmissions } from '../operation/limit.ts'
import { whenAnswered } from '../whenAnswered.ts'
import { findAlteration } from './findAlteration.ts'
import {
  countNames,
  deriveExpectations,
  findExpectedNames,
  findExpectedPlants,
  findForeignNames,
  findHiddenNames,
  findMissingNames,
  findNamesOnlyWithLimit,
  findUsersCorrectAlone,
  findUsersWithSameList,
  isReplay,
  isWholeList,
  isWrongList,
  listOtherUsers,
  nameOwner,
  userOfProbe,
  WHOLE_LIST,
} from './plantNames.ts'

/** Creates the checks that compare each user's lists with the plants that the user must see and must not see. */
export const createUserChecks = (contract: Contract): readonly Check[] => {
  const level = 'MUST'
  const requirement = {
    text: 'The server returns all plants that the user has access to, and no other plants',
    pointer: contract.operation.pointer,
  }
  return [
    createNameCheck({
      id: 'users-not-mixed',
      title: 'Does not mix up the plants of users who send requests at the same time',
      level,
      requirement,
      derives: true,
      sent: 'requests from several users at the same time',
      expected: 'no plants of another user',
      fix: "Store the user in the request's own context, and never in a global variable, a static field or a shared object.",
      concerns: (exchange, facts) => isConcurrent(exchange, facts) && expectsForeignNames(exchange, facts),
      findProblems: (exchange, facts) =>
        findUsersCorrectAlone(facts).has(userOfProbe(exchange))
          ? describeForeignPlants(exchange, facts, 'is sent, but only in response to concurrent requests')
          : [],
    }),
    createNameCheck({
      id: 'users-not-replayed',
      title: "Does not send one user's plants in response to another user's token",
      level,
      requirement,
      derives: true,
      sent: 'the same request from several users, one after another',
      expected: 'no plants of another user',
      fix: 'Make the token part of the cache key, or do not cache responses to requests with Authorization. If the request has a cookie, identify the user only by the token.',
      explainedBy: ['users-not-mixed'],
      after: ['auth-not-replayed', 'auth-token-needed', 'auth-token-checked'],
      concerns: expectsForeignNames,
      findProblems: (exchange, facts) =>
        isReplay(exchange, facts)
          ? describeForeignPlants(exchange, facts, 'is sent after another user sent the same request')
          : [],
    }),
    createNameCheck({
      id: 'users-lists-differ',
      title: 'Does not return the same list to users with different plants',
      level,
      requirement,
      sent: "every request with a user's token",
      expected: "this user's plants",
      fix: "Filter the plants by the token's user.",
      explainedBy: ['users-not-mixed', 'users-not-replayed'],
      concerns: (exchange, facts) => listOtherUsers(exchange, facts).length > 0,
      findProblems: (exchange, facts) =>
        isWrongList(exchange, facts)
          ? findUsersWithSameList(exchange, facts).map((user) => ({
              name: '',
              message: `the list is the same as the ${ordinal(user)} user's list`,
            }))
          : [],
    }),
    createNameCheck({
      id: 'users-plants-own',
      title: 'Returns no plants that the user must not see',
      level,
      requirement,
      sent: "every request with a user's token",
      expected: 'no plants that are hidden from this user',
      fix: "In every query that can fill this list, filter the plants by the token's user. If the plants follow the user's last plant, look at the end of the list and at reused buffers. If the response is a copy, look at the cache key.",
      explainedBy: ['users-not-replayed', 'users-lists-differ'],
      after: ['users-not-mixed'],
      derives: true,
      concerns: expectsForeignNames,
      findProblems(exchange, facts, given) {
        const hidden = describeForeignPlants(exchange, given, 'is sent to a user who must not see this plant')
        if (hidden.length > 0) return hidden
        const found = findNamesOnlyWithLimit(facts).get(exchange) ?? []
        // If lists without a limit lack the user's own plants, a plant that no other user gets may be such a plant.
        const areOmitted = findOmissions(facts).size > 0
        const names = found.filter((name) => !areOmitted || nameOwner(name, exchange, facts) !== undefined)
        const where = describeCopy(exchange, facts) ?? 'but only to requests with a limit'
        return describeForeignPlants(exchange, facts, `is sent, ${where}`, names)
      },
    }),
    createNameCheck({
      id: 'users-plants-hidden',
      title: 'Returns no hidden plants',
      level,
      requirement,
      requires: 'an --expect file with hidden plants',
      sent: "every request with a user's token",
      expected: 'no hidden plants',
      fix: 'Exclude deleted, draft and internal plants from the query.',
      concerns: (_exchange, { expectations }) => (expectations?.hidden?.length ?? 0) > 0,
      findProblems: (exchange, facts) =>
        findHiddenNames(exchange, facts).map((name) =>
          describeProblem(name, 'is sent, although no user may see this plant'),
        ),
    }),
    createNameCheck({
      id: 'users-tags-unaltered',
      title: 'Returns each plant with its own tag',
      level: 'SHOULD',
      requirement,
      requires: "an --expect file with the plants' tags",
      sent: "every request with a user's token",
      expected: 'each plant with the tag that the operator expects',
      fix: 'Return each tag with its own plant. Look for wrong joins, and for lists that are sorted separately.',
      explainedBy: ['users-not-mixed', 'users-not-replayed', 'users-lists-differ'],
      concerns: expectsTags,
      findProblems: findWrongTags,
    }),
    createNameCheck({
      id: 'users-names-unaltered',
      title: 'Returns names unchanged',
      level: 'SHOULD',
      requirement,
      sent: `the request without a limit, and requests with a limit of ${WHOLE_LIST} or more, from each user`,
      expected: 'each name exactly as the operator expects',
      fix: 'Return each name as it is stored. Do not trim, re-encode or escape names, and do not change their letter case.',
      explainedBy: ['users-not-mixed', 'users-not-replayed', 'users-lists-differ', 'json-whole-characters'],
      concerns: (exchange, facts) =>
        expectsWholeLists(exchange, facts) && !isCutOff(contract, exchange, facts),
      findProblems: (exchange, facts) =>
        findMissingNames(exchange, facts).flatMap((name) => {
          const altered = findAlteration(name, countNames(exchange, facts))
          return altered === undefined ? [] : [describeProblem(name, `is sent as ${altered}`)]
        }),
    }),
    createNameCheck({
      id: 'users-plants-all',
      title: 'Returns all plants that the user has access to',
      level,
      requirement,
      sent: `the request without a limit, and requests with a limit of ${WHOLE_LIST} or more`,
      expected: "each of the user's plants in at least one response",
      fix: "If the request has no limit, return all of the user's plants. Look for a default page size, and for joins and filters that drop rows.",
      explainedBy: ['users-not-mixed', 'users-not-replayed', 'users-lists-differ', 'users-names-unaltered'],
      concerns: expectsWholeLists,
      findProblems: (exchange, facts) =>
        findMissingNames(exchange, facts).map((name) =>
          describeProblem(name, 'is missing from the lists without a limit and with a large limit'),
        ),
    }),
    createNameCheck({
      id: 'users-plants-once',
      title: 'Lists each expected plant only once',
      level: 'SHOULD',
      requirement,
      sent: `the request without a limit, and requests with a limit of ${WHOLE_LIST} or more, from each user`,
      expected: 'each expected plant once',
      fix: 'Return each plant once. Look for a join that repeats rows.',
      concerns: expectsWholeLists,
      findProblems: (exchange, facts) =>
        [...new Set(findExpectedNames(exchange, facts))].flatMap((name) => {
          const times = countNames(exchange, facts).get(name) ?? 0
          return times < 2 ? [] : [describeProblem(name, `appears ${times} times`)]
        }),
    }),
  ]
}

/** Returns whether the list is as long as the limit or the default limit allows, so that the user may have more plants. */
const isCutOff = ({ limit }: Contract, exchange: AnsweredExchange, facts: Facts): boolean =>
  (facts.analyse(exchange).count ?? 0) >= (exchange.probe.maxResults ?? limit.default ?? Infinity)

/** Names another user's earlier request that got the same bytes. The server may have stored this response under a wrong key. */
function describeCopy(exchange: AnsweredExchange, facts: Facts): string | undefined {
  const copy = facts.exchanges.find(
    (other) =>
      isPlantsAnswer(other) &&
      other.startedAt < exchange.startedAt &&
      userOfProbe(other) !== userOfProbe(exchange) &&
      other.response.body.equals(exchange.response.body),
  )
  const query = copy?.probe.query === undefined ? 'the request without a limit' : `?${copy.probe.query}`
  return copy && `in a copy of the ${ordinal(userOfProbe(copy))} user's response to ${query}`
}

function describeForeignPlants(
  exchange: AnsweredExchange,
  facts: Facts,
  what: string,
  names = findForeignNames(exchange, facts),
): NameProblem[] {
  return names.map((name) => {
    const owner = nameOwner(name, exchange, facts)
    return describeProblem(name, owner === undefined ? what : `(a plant of the ${owner} user) ${what}`)
  })
}

const expectsWholeLists = (exchange: AnsweredExchange, facts: Facts): boolean =>
  isWholeList(exchange) && findExpectedNames(exchange, facts).length > 0

const expectsForeignNames = (exchange: AnsweredExchange, facts: Facts): boolean =>
  (findExpectedPlants(exchange, facts)?.mustNotSee.length ?? 0) > 0

type NameProblem = { name: string; message: string }

type NameCheck = Omit<Check, 'requires' | 'applies' | 'judge'> & {
  requires?: string
  /** The violations' `expected` property. */
  expected: string
  /** Whether the check also compares the users' own lists. */
  derives?: true
  concerns: (exchange: AnsweredExchange, facts: Facts) => boolean
  /** Lists the problems in a response. `given` has only the expectations that the operator has specified. */
  findProblems: (exchange: AnsweredExchange, facts: Facts, given: Facts) => readonly NameProblem[]
}

/** Creates a check that compares the returned plants with the plants that the operator expects for each token. */
function createNameCheck({ concerns, findProblems, expected, derives, ...check }: NameCheck): Check {
  const complete = (facts: Facts): Facts => (derives ? deriveExpectations(facts) : facts)
  return {
    requires: `--other-token, and ${derives ? 'either users with different lists, or ' : ''}--expect with the plants of each user`,
    ...check,
    applies: (exchange, facts) =>
      isPlantsAnswer(exchange) &&
      complete(facts).expectations !== undefined &&
      mayList(exchange, facts) &&
      concerns(exchange, complete(facts)),
    judge: whenAnswered((exchange, facts) => {
      const body = facts.analyse(exchange)
      if (body.unread !== undefined) return { inconclusive: body.unread }
      return findProblems(exchange, complete(facts), facts).map(({ name, message }) => ({
        message: `${describeUser(exchange, facts)}: ${message}`,
        pointer: JSON.stringify(name),
        expected,
        actual: message,
      }))
    }),
  }
}

/** Returns whether the body may be a list of plants with names. Other checks report other bodies. */
function mayList(exchange: AnsweredExchange, facts: Facts): boolean {
  const { unread, count } = facts.analyse(exchange)
  return unread !== undefined || count === 0 || countNames(exchange, facts).size > 0
}

function describeProblem(name: string, what: string): NameProblem {
  return { name, message: `${JSON.stringify(name)} ${what}` }
}

function describeUser(exchange: AnsweredExchange, { exchanges }: Facts): string {
  const isOneOfSeveral = exchanges.some(({ probe }) => probe.credential.kind === 'other')
  return isOneOfSeveral ? `the ${ordinal(userOfProbe(exchange))} user` : exchange.probe.credential.label
}

/** Returns whether the request was sent at the same time as another user's request. */
const isConcurrent = (exchange: Exchange, { exchanges }: Facts): boolean =>
  listParallel(exchange, exchanges).some((other) => userOfProbe(other) !== userOfProbe(exchange))

type TaggedPlant = { name: string; tag: string }

/** Returns whether a response has, or may have, a plant whose tag the operator expects. */
function expectsTags(exchange: AnsweredExchange, facts: Facts): boolean {
  const tagged = listTaggedPlants(exchange, facts)
  if (tagged.length === 0) return false
  const names = countNames(exchange, facts)
  return facts.analyse(exchange).unread !== undefined || tagged.some(({ name }) => names.has(name))
}

/** Finds the plants without their expected tag. If a tag is not a string, another check reports the tag. */
function findWrongTags(exchange: AnsweredExchange, facts: Facts): NameProblem[] {
  const tagged = listTaggedPlants(exchange, facts)
  const expected = new Set(tagged.map(({ name }) => name))
  const listed = facts
    .analyse(exchange)
    .listed()
    .filter(({ name }) => expected.has(name))
  const tagsByName = Map.groupBy(listed, ({ name }) => name)
  return tagged.flatMap(({ name, tag }) => {
    const tags = (tagsByName.get(name) ?? []).map((plant) => plant.tag)
    if (tags.length === 0 || tags.includes(tag) || tags.includes(null)) return []
    return [describeProblem(name, `has ${describeTags(tags, tag)}, expected ${JSON.stringify(tag)}`)]
  })
}

function listTaggedPlants(exchange: AnsweredExchange, facts: Facts): TaggedPlant[] {
  return (findExpectedPlants(exchange, facts)?.sees ?? []).flatMap((plant) =>
    typeof plant === 'string' || plant.tag === undefined ? [] : [{ name: plant.name, tag: plant.tag }],
  )
}

function describeTags(tags: readonly (string | null | undefined)[], expected: string): string {
  const texts = tags.filter((tag) => typeof tag === 'string')
  const [first] = texts
  if (first === undefined) return 'no tag'
  const altered = findAlteration(expected, new Map(texts.map((tag) => [tag, true])))
  return `the tag ${altered ?? JSON.stringify(first)}`
}
