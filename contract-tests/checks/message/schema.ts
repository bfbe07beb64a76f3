import type { Contract } from '../../../src/contract/contract.ts'
import type { Assertion } from '../../../src/contract/schema/assertions.ts'
import type { BodyAnalysis } from '../../../src/judge/body/analyseResponse.ts'
import type { Check } from '../../../src/judge/check.ts'
import { isAnswered, isPlantsAnswer } from '../../../src/judge/exchange.ts'
import { isErrorResponse, UNREADABLE } from '../exchanges.ts'
import { whenAnswered } from '../whenAnswered.ts'
import { type NamedAssertions, nameAssertions } from './nameAssertions.ts'

/** One check for each assertion in the schemas of the documented responses. */
export const createSchemaChecks = (contract: Contract): readonly Check[] => {
  const { plants, error, refusals } = contract
  return [
    ...nameAssertions('plants', plants.assertions).map((named) => createPlantsCheck(named, plants.status)),
    ...nameAssertions('error', error.assertions).map((named) => createErrorCheck(named, error.status)),
    ...refusals.flatMap(({ status, assertions }) =>
      nameAssertions(status, assertions).map((named) => createRefusalCheck(named, status)),
    ),
  ]
}

function createPlantsCheck(named: NamedAssertions, status: number): Check {
  const isAboutElements = named.assertions.some(({ place }) => place.length > 0)
  return {
    ...createSchemaCheck(named, 'plants', status),
    requires: "a 200 with plants: give the token's user at least two",
    essential: true,
    preventedBy: UNREADABLE,
    sameCauseAs: ['json-syntax'],
    applies: (exchange, facts) => {
      if (!isPlantsAnswer(exchange)) return false
      const { body } = facts.analyse(exchange)
      // An empty list shows nothing about its elements.
      return isUnread(body) || (isReadable(body) && (!isAboutElements || (body.count ?? 0) > 0))
    },
  }
}

function createErrorCheck(named: NamedAssertions, status: number): Check {
  return {
    ...createSchemaCheck(named, 'error', status),
    requires: 'a 400',
    applies: (exchange, facts) => {
      if (!isErrorResponse(exchange, facts)) return false
      const { body } = facts.analyse(exchange)
      return isUnread(body) || isReadable(body)
    },
  }
}

/** A documented refusal besides the 400. That its body is JSON is part of the check of its type. */
function createRefusalCheck(named: NamedAssertions, status: number): Check {
  const { judge, ...check } = createSchemaCheck(named, 'refusals', status)
  const isAboutType = named.assertions.some(({ keyword, place }) => keyword === 'type' && place.length === 0)
  return {
    ...check,
    requires: `a ${status}`,
    applies: (exchange, facts) => {
      const { probe } = exchange
      if (!isAnswered(exchange) || exchange.response.status !== status) return false
      if (probe.method !== 'GET' || probe.path !== undefined || !probe.benign) return false
      const { body } = facts.analyse(exchange)
      return isUnread(body) || isReadable(body) || isAboutType
    },
    judge: whenAnswered((exchange, facts) => {
      const { body } = facts.analyse(exchange)
      if (isUnread(body) || isReadable(body)) return judge(exchange, facts)
      const actual = body.syntaxProblem ?? body.codingProblem ?? body.encodingProblem ?? 'an empty body'
      const message = `the body of the ${status} is not JSON: ${actual}`
      return [{ message, pointer: '', expected: named.expected, actual }]
    }),
  }
}

type Subject = 'plants' | 'error' | 'refusals'

function createSchemaCheck(
  { assertions, pointer, ...texts }: NamedAssertions,
  response: Subject,
  status: number,
): Omit<Check, 'requires' | 'applies'> {
  return {
    ...texts,
    level: 'MUST',
    clause: { text: texts.title, pointer },
    sent: `every request that gets a ${status}`,
    subject: 'body',
    judge: whenAnswered((exchange, facts) => {
      const { body } = facts.analyse(exchange)
      if (body.unread !== undefined) return { inconclusive: body.unread }
      const broken = body[response].filter(({ assertion }) => isOneOf(assertions, assertion))
      const [first] = broken.flatMap((each) => each.first)
      if (!first) return []
      const { message, expected, actual } = first
      const count = broken.reduce((sum, each) => sum + each.count, 0)
      const times = count > 1 ? ` (${count} times in this response)` : ''
      return [{ message: message + times, pointer: first.pointer, expected, actual }]
    }),
  }
}

function isOneOf(assertions: readonly Assertion[], assertion: Assertion | undefined): boolean {
  return assertion !== undefined && assertions.includes(assertion)
}

/** Whether the kit could not read the body, which is not the server's fault. */
function isUnread({ unread, syntaxProblem }: BodyAnalysis): boolean {
  return unread !== undefined && syntaxProblem === undefined
}

/** Whether the body is JSON that can be validated. */
function isReadable({ syntaxProblem, codingProblem, encodingProblem, length }: BodyAnalysis): boolean {
  const isWide = encodingProblem !== undefined && /UTF-16|UTF-32/.test(encodingProblem)
  return syntaxProblem === undefined && codingProblem === undefined && length > 0 && !isWide
}
