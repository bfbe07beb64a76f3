import type { Contract } from '../../../src/contract/contract.ts'
import type { BodyFacts } from '../../../src/harness/body/analyseResponse.ts'
import type { Exchange } from '../../../src/harness/exchange.ts'
import type { CheckDefinition } from '../define.ts'
import { answered, inContract, isErrorAnswer, isPlantsAnswer } from '../define.ts'

type Assertion = {
  id: string
  title: string
  rows: readonly string[]
  pointer: (contract: Contract) => string
  expected: string
  /** It says something about plants, so a list without any does not exercise it. */
  aboutPlants?: true
}

const plant = (path: string) => () => `/components/schemas/Plant/${path}`
const error = (path: string) => () => `/components/schemas/Error/${path}`

/** Every assertion that the contract's schema makes of the 200. */
const PLANTS: readonly Assertion[] = [
  {
    id: 'plants-array',
    title: 'The body of a 200 is an array',
    rows: ['BD01', 'BD02', 'BD03', 'BD04', 'BD12', 'BD13', 'BD14', 'JS05', 'CA09'],
    pointer: ({ plants }) => `${plants.schemaPointer}/type`,
    expected: 'a JSON array, for no plants, one and many, with limit and without',
  },
  {
    id: 'plant-object',
    title: 'Every element is an object',
    rows: ['BD05', 'BD11'],
    pointer: plant('type'),
    expected: 'objects only',
    aboutPlants: true,
  },
  {
    id: 'plant-name-present',
    title: 'Every plant has a name',
    rows: ['BD06', 'BD08', 'BD11', 'LM08', 'CA09'],
    pointer: plant('required'),
    expected: 'the member "name", in exactly this spelling, in each element',
    aboutPlants: true,
  },
  {
    id: 'plant-name-string',
    title: 'Every name is a string',
    rows: ['BD07', 'BD11'],
    pointer: plant('properties/name/type'),
    expected: 'a string, never null',
    aboutPlants: true,
  },
  {
    id: 'plant-tag-string',
    title: 'Every tag is a string, where there is one',
    rows: ['BD09', 'BD10', 'BD11'],
    pointer: plant('properties/tag/type'),
    expected: 'a string, or no such member; never null',
    aboutPlants: true,
  },
]

/** Every assertion that the contract's schema makes of the 400. */
const ERROR: readonly Assertion[] = [
  {
    id: 'error-object',
    title: 'The body of a 400 is an object',
    rows: ['ER02', 'ER10'],
    pointer: error('type'),
    expected: 'a JSON object',
  },
  {
    id: 'error-members-present',
    title: 'An Error has error and message',
    rows: ['ER03', 'ER10'],
    pointer: error('required'),
    expected: 'the members "error" and "message"',
  },
  {
    id: 'error-integer',
    title: 'The error of an Error is an integer',
    rows: ['ER04', 'ER05', 'ER06'],
    pointer: error('properties/error/type'),
    expected: 'an integer, such as 400, 400.0 or 4e2; never a string',
  },
  {
    id: 'error-int32',
    title: 'The error of an Error fits in 32 bits',
    rows: ['ER07', 'JS12'],
    pointer: error('properties/error/format'),
    expected: 'a value from -2147483648 to 2147483647',
  },
  {
    id: 'error-message-string',
    title: 'The message of an Error is a string',
    rows: ['ER08'],
    pointer: error('properties/message/type'),
    expected: 'a string, never null',
  },
]

/** One check for each assertion of the contract's response schemas. */
export const schema: readonly CheckDefinition[] = [
  ...PLANTS.map((assertion) => schemaCheck(assertion, isPlantsAnswer, 'plants')),
  ...ERROR.map((assertion) => schemaCheck(assertion, isErrorAnswer, 'error')),
]

function schemaCheck(
  { id, title, rows, pointer, expected, aboutPlants }: Assertion,
  concerns: (exchange: Exchange) => boolean,
  which: 'plants' | 'error',
): CheckDefinition {
  const sent =
    which === 'plants' ? 'every request that is answered with 200' : 'every request that is answered with 400'
  return {
    id,
    title,
    level: 'MUST',
    clause: inContract(title, pointer),
    rows,
    sent,
    expected,
    requires: which === 'plants' ? 'a 200 with plants: seed two for the token' : 'a 400',
    subject: 'body',
    ...(which === 'plants' && { essential: true }),
    applies: (exchange, facts) => {
      if (!exchange.response || !concerns(exchange)) return false
      const { body } = facts.analyse(exchange)
      if (body.unread !== undefined && body.syntaxProblem === undefined) return true
      if (!isReadable(body)) return false
      return aboutPlants !== true || (body.count ?? 0) > 0
    },
    judge: answered((exchange, facts) => {
      const { body } = facts.analyse(exchange)
      if (body.unread !== undefined) return { inconclusive: body.unread }
      const clause = pointer(facts.contract)
      const broken = body[which].find((assertion) => assertion.clause === clause)
      const [first] = broken?.first ?? []
      if (!broken || !first) return []
      const { message, expected: due, actual } = first
      const more = broken.count > 1 ? ` (${broken.count} times in this response)` : ''
      return [{ message: message + more, pointer: first.pointer, expected: due, actual }]
    }),
  }
}

/** Whether the body is JSON text whose value can be held against a schema. */
function isReadable(body: BodyFacts): boolean {
  return (
    body.syntaxProblem === undefined && body.codingProblem === undefined && body.length > 0 && !isWide(body)
  )
}

function isWide(body: BodyFacts): boolean {
  return (
    body.encodingProblem?.includes('UTF-16') === true || body.encodingProblem?.includes('UTF-32') === true
  )
}
