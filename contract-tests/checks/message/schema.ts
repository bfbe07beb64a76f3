import type { Contract } from '../../../src/contract/contract.ts'
import type { BodyAnalysis } from '../../../src/harness/body/analyseResponse.ts'
import type { Check } from '../../../src/harness/check.ts'
import { isPlantsAnswer } from '../../../src/harness/exchange.ts'
import { isErrorResponse } from '../exchanges.ts'
import { whenAnswered } from '../whenAnswered.ts'

type Assertion = Pick<Check, 'id' | 'title' | 'rows' | 'expected'> & {
  /** Where the assertion is in the schema of the body. */
  path: string
}

const PLANTS: readonly Assertion[] = [
  {
    id: 'plants-array',
    title: 'Returns an array with status 200',
    rows: ['BD01', 'BD02', 'BD03', 'BD04', 'BD12', 'BD13', 'BD14', 'JS05', 'CA09'],
    path: '/type',
    expected: 'a JSON array: for no plants, one and many, with limit and without',
  },
  {
    id: 'plant-object',
    title: 'Every plant is an object',
    rows: ['BD05', 'BD11'],
    path: '/items/type',
    expected: 'only objects in the array',
  },
  {
    id: 'plant-name-present',
    title: 'Every plant has a name',
    rows: ['BD06', 'BD08', 'BD11', 'LM08', 'CA09'],
    path: '/items/required',
    expected: 'the member "name", in exactly this spelling, in each element',
  },
  {
    id: 'plant-name-string',
    title: 'Every name is a string',
    rows: ['BD07', 'BD11'],
    path: '/items/properties/name/type',
    expected: 'a string, never null',
  },
  {
    id: 'plant-tag-string',
    title: 'Every tag, if present, is a string',
    rows: ['BD09', 'BD10', 'BD11'],
    path: '/items/properties/tag/type',
    expected: 'a string, or no such member; never null',
  },
]

const ERROR: readonly Assertion[] = [
  {
    id: 'error-object',
    title: 'Returns an object with status 400',
    rows: ['ER02', 'ER10'],
    path: '/type',
    expected: 'a JSON object',
  },
  {
    id: 'error-members-present',
    title: 'Every Error has `error` and `message`',
    rows: ['ER03', 'ER10'],
    path: '/required',
    expected: 'the members "error" and "message"',
  },
  {
    id: 'error-integer',
    title: 'Every Error has an integer `error`',
    rows: ['ER04', 'ER05', 'ER06'],
    path: '/properties/error/type',
    expected: 'an integer, such as 400, 400.0 or 4e2; never a string',
  },
  {
    id: 'error-int32',
    title: 'Every Error has an `error` that fits in int32',
    rows: ['ER07', 'JS12'],
    path: '/properties/error/format',
    expected: 'a value from -2147483648 to 2147483647',
  },
  {
    id: 'error-message-string',
    title: 'Every Error has a string `message`',
    rows: ['ER08'],
    path: '/properties/message/type',
    expected: 'a string, never null',
  },
]

/** One check for each assertion in the schemas of the documented responses. */
export const createSchemaChecks = (contract: Contract): readonly Check[] => [
  ...PLANTS.map((assertion) => createSchemaCheck(contract, 'plants', assertion)),
  ...ERROR.map((assertion) => createSchemaCheck(contract, 'error', assertion)),
]

function createSchemaCheck(
  contract: Contract,
  response: 'plants' | 'error',
  { path, ...assertion }: Assertion,
): Check {
  const isPlants = response === 'plants'
  const isResponse = isPlants ? isPlantsAnswer : isErrorResponse
  const { schemaPointer, status } = contract[response]
  const pointer = contract.resolvePointer(schemaPointer + path)
  return {
    ...assertion,
    level: 'MUST',
    clause: { text: assertion.title, pointer },
    sent: `every request that gets a ${status}`,
    requires: isPlants ? "a 200 with plants: give the token's user at least two" : 'a 400',
    subject: 'body',
    ...(isPlants && { essential: true }),
    applies: (exchange, facts) => {
      if (!isResponse(exchange)) return false
      const { body } = facts.analyse(exchange)
      if (body.unread !== undefined && body.syntaxProblem === undefined) return true
      if (!isReadable(body)) return false
      // An empty list shows nothing about its elements.
      return !path.startsWith('/items/') || (body.count ?? 0) > 0
    },
    judge: whenAnswered((exchange, facts) => {
      const { body } = facts.analyse(exchange)
      if (body.unread !== undefined) return { inconclusive: body.unread }
      const broken = body[response].find(({ clause }) => clause === pointer)
      const [first] = broken?.first ?? []
      if (!broken || !first) return []
      const { message, expected, actual } = first
      const times = broken.count > 1 ? ` (${broken.count} times in this response)` : ''
      return [{ message: message + times, pointer: first.pointer, expected, actual }]
    }),
  }
}

/** Whether the body is JSON that can be validated. */
function isReadable({ syntaxProblem, codingProblem, encodingProblem, length }: BodyAnalysis): boolean {
  const isWide = encodingProblem !== undefined && /UTF-16|UTF-32/.test(encodingProblem)
  return syntaxProblem === undefined && codingProblem === undefined && length > 0 && !isWide
}
