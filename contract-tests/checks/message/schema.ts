import type { Contract } from '../../../src/contract/contract.ts'
import type { Assertion } from '../../../src/contract/schema/assertions.ts'
import type { BodyAnalysis } from '../../../src/harness/body/analyseResponse.ts'
import type { Check } from '../../../src/harness/check.ts'
import { isPlantsAnswer } from '../../../src/harness/exchange.ts'
import { isErrorResponse, UNREADABLE } from '../exchanges.ts'
import { whenAnswered } from '../whenAnswered.ts'
import { type NamedAssertions, nameAssertions } from './nameAssertions.ts'

/** One check for each assertion in the schemas of the documented responses. */
export const createSchemaChecks = (contract: Contract): readonly Check[] =>
  (['plants', 'error'] as const).flatMap((response) =>
    nameAssertions(response, contract[response].assertions).map((named) =>
      createSchemaCheck(contract, response, named),
    ),
  )

function createSchemaCheck(
  contract: Contract,
  response: 'plants' | 'error',
  { assertions, pointer, ...texts }: NamedAssertions,
): Check {
  const isPlants = response === 'plants'
  const isResponse = isPlants ? isPlantsAnswer : isErrorResponse
  const isAboutElements = assertions.some(({ place }) => place.length > 0)
  return {
    ...texts,
    level: 'MUST',
    clause: { text: texts.title, pointer },
    sent: `every request that gets a ${contract[response].status}`,
    requires: isPlants ? "a 200 with plants: give the token's user at least two" : 'a 400',
    subject: 'body',
    ...(isPlants && { essential: true, preventedBy: UNREADABLE }),
    applies: (exchange, facts) => {
      if (!isResponse(exchange)) return false
      const { body } = facts.analyse(exchange)
      if (body.unread !== undefined && body.syntaxProblem === undefined) return true
      if (!isReadable(body)) return false
      // An empty list shows nothing about its elements.
      return !(isPlants && isAboutElements) || (body.count ?? 0) > 0
    },
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

/** Whether the body is JSON that can be validated. */
function isReadable({ syntaxProblem, codingProblem, encodingProblem, length }: BodyAnalysis): boolean {
  const isWide = encodingProblem !== undefined && /UTF-16|UTF-32/.test(encodingProblem)
  return syntaxProblem === undefined && codingProblem === undefined && length > 0 && !isWide
}
