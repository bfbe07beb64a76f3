import type { Contract } from '../../../src/contract/contract.ts'
import { childPointer, isMap, valueAt } from '../../../src/contract/jsonPointer.ts'
import type { DocumentedResponse } from '../../../src/contract/operation.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import type { SchemaViolation } from '../../../src/contract/violation.ts'
import type { BodyAnalysis, ViolatedAssertion } from '../../../src/judge/body/analyseResponse.ts'
import type { Check, Facts } from '../../../src/judge/check.ts'
import {
  type AnsweredExchange,
  type Exchange,
  isAnswered,
  isPlantsAnswer,
} from '../../../src/judge/exchange.ts'
import type { Violation } from '../../../src/judge/report.ts'
import { isErrorResponse, UNREADABLE } from '../exchanges.ts'
import { whenAnswered } from '../whenAnswered.ts'

/**
 * Creates the checks of response bodies against their schemas: one check for each assertion in the first version of the contract. One check
 * for plants and one for errors judge all other assertions. The violations of these two checks name the assertion.
 */
export const createSchemaChecks = (contract: Contract): readonly Check[] => {
  const { plants, error, refusals } = contract
  const create = (
    about: About,
    { schema }: DocumentedResponse,
    all: readonly KnownAssertion[],
    rest: Texts,
    hasMore = false,
  ): Check[] => {
    const known = findKnown(all, schema)
    const checks = known.map((each) => createCheck(each, about, schema, judgeKnown(each)))
    if (!hasMore && !assertsMore(schema.value, known)) return checks
    return [...checks, createCheck(rest, about, schema, judgeOthers(contract, schema, known))]
  }
  const errors = create(ABOUT_ERRORS, error, ERROR, ERROR_SCHEMA, refusals.length > 0)
  return [
    ...create(ABOUT_PLANTS, plants, PLANTS, PLANT_SCHEMA),
    ...errors.map((check) => (check.id === ERROR_SCHEMA.id ? addRefusals(contract, check) : check)),
  ]
}

type Texts = Pick<Check, 'id' | 'title' | 'fix'> & {
  /** JSON pointer to the part of the schema that the check judges. */
  at: string
}

/** An assertion in the first version of the contract, with the title and fix of its check. */
type KnownAssertion = Texts & {
  /** The value of the assertion; for `required`, the names that the check requires. */
  value: string | readonly string[]
}

/** Finds the known assertions that occur in a schema. */
function findKnown(all: readonly KnownAssertion[], schema: Schema): KnownAssertion[] {
  return all.filter(({ at, value }) => {
    const found = valueAt(schema.value, at)
    return Array.isArray(value)
      ? Array.isArray(found) && value.every((name) => found.includes(name))
      : found === value
  })
}

/** Lists the schema paths at which violations of these assertions are reported. For `required`, each name has a path of its own. */
function listPaths(known: readonly KnownAssertion[]): Set<string> {
  return new Set(
    known.flatMap(({ at, value }) =>
      typeof value === 'string' ? [at] : value.map((name) => childPointer(at, name)),
    ),
  )
}

/** Returns whether a schema contains assertions that are not known. */
function assertsMore(schema: unknown, known: readonly KnownAssertion[]): boolean {
  const paths = listPaths(known)
  const visit = (value: unknown, path: string): boolean => {
    if (!isMap(value)) return true
    return Object.entries(value).some(([keyword, member]) => {
      const at = childPointer(path, keyword)
      if (keyword === 'title' || keyword === 'description') return false
      if (keyword === 'items') return visit(member, at)
      if (keyword === 'properties' && isMap(member))
        return Object.entries(member).some(([name, each]) => visit(each, childPointer(at, name)))
      if (keyword === 'required' && Array.isArray(member))
        return member.some((name) => !paths.has(childPointer(at, String(name))))
      return !paths.has(at)
    })
  }
  return visit(schema, '')
}

/** Converts the schema violations of a body to violations of a check. */
type Judge = (violated: readonly ViolatedAssertion[]) => Violation[]

/** Creates a function that merges all violations of one assertion into one violation, which contains their number. */
function judgeKnown(known: KnownAssertion): Judge {
  const paths = listPaths([known])
  return (violated) => {
    const broken = violated.filter(({ path }) => paths.has(path))
    const count = broken.reduce((sum, each) => sum + each.count, 0)
    return broken.flatMap(({ first }) => first.map((each) => toViolation(each, count))).slice(0, 1)
  }
}

/** Creates a function that returns one violation for each assertion without its own check, and names the assertion's place. */
function judgeOthers({ file, findLine }: Contract, schema: Schema, known: readonly KnownAssertion[]): Judge {
  const paths = listPaths(known)
  return (violated) =>
    violated
      .filter(({ path }) => !paths.has(path))
      .flatMap(({ path, count, first: [first] }) => {
        if (first === undefined) return []
        const clause = schema.pointerOf(path)
        const place = `${first.keyword}, ${file}:${findLine(clause)}`
        return [{ ...toViolation(first, count, place), clause }]
      })
}

/** Converts a schema violation to a violation of a check. `place` says where the assertion is, if the check's id does not. */
function toViolation(
  { message, pointer, expected, actual }: SchemaViolation,
  count: number,
  place?: string,
): Violation {
  const times = count > 1 ? `${count} times in this response` : undefined
  const remarks = [place, times].filter((each) => each !== undefined).join('; ')
  return { message: remarks === '' ? message : `${message} (${remarks})`, pointer, expected, actual }
}

/** Properties that the checks of a response have in common. */
type About = Pick<Check, 'sent' | 'requires' | 'after' | 'explainedBy' | 'special'> & {
  status: number
  isAbout: (exchange: Exchange, facts: Facts) => exchange is AnsweredExchange
}

const ABOUT_PLANTS: About = {
  sent: 'documented requests that have a valid token and get a 200',
  requires: "a 200 with plants: give the token's user at least two plants",
  after: UNREADABLE,
  special: 'essential',
  explainedBy: ['json-syntax'],
  status: 200,
  isAbout: (exchange) => isPlantsAnswer(exchange),
}

const ABOUT_ERRORS: About = {
  sent: 'documented requests that have a valid token and get a 400',
  requires: 'a response with status 400',
  status: 400,
  isAbout: isErrorResponse,
}

function createCheck(
  { id, title, fix, at }: Texts,
  { status, isAbout, after = [], ...about }: About,
  schema: Schema,
  judge: Judge,
): Check {
  return {
    ...{ id, title, fix, ...about },
    after: after.filter((other) => other !== id),
    level: 'MUST',
    requirement: { text: title, pointer: schema.pointerOf(at) },
    applies: (exchange, facts) => {
      if (!isAbout(exchange, facts)) return false
      const body = facts.analyse(exchange)
      // An empty list cannot show whether its elements match the schema.
      const isEmpty = at.startsWith('/items') && (body.count ?? 0) === 0
      return body.unread !== undefined || (isReadable(body) && !isEmpty)
    },
    judge: whenAnswered((exchange, facts) => {
      const body = facts.analyse(exchange)
      return body.unread === undefined ? judge(body.violations(status)) : { inconclusive: body.unread }
    }),
  }
}

/** Extends a check of errors to the other documented refusals. The check then also judges whether a refusal's body is JSON. */
function addRefusals(contract: Contract, check: Check): Check {
  const { refusals } = contract
  if (refusals.length === 0) return check
  const find = ({ probe, response }: Exchange): DocumentedResponse | undefined =>
    probe.method === 'GET' && probe.path === undefined && probe.benign
      ? refusals.find(({ status }) => status === response?.status)
      : undefined
  return {
    ...check,
    sent: 'GET requests that the server refuses with a documented status',
    requires: `a ${[400, ...refusals.map(({ status }) => status)].join(' or ')}`,
    applies: (exchange, facts) => check.applies(exchange, facts) || find(exchange) !== undefined,
    judge: (exchange, facts) => {
      const refusal = find(exchange)
      if (refusal === undefined || !isAnswered(exchange)) return check.judge(exchange, facts)
      const body = facts.analyse(exchange)
      const { status, schema } = refusal
      if (body.unread !== undefined) return { inconclusive: body.unread }
      if (isReadable(body)) return judgeOthers(contract, schema, [])(body.violations(status))
      const actual = body.syntaxProblem ?? body.codingProblem ?? body.encodingProblem ?? 'an empty body'
      const message = `the body of the ${status} is not JSON: ${actual}`
      return [{ message, pointer: '', expected: 'JSON', actual, clause: schema.pointerOf('/type') }]
    },
  }
}

/** Returns whether the body is JSON, so that it can be validated. */
function isReadable({ syntaxProblem, codingProblem, encodingProblem, length }: BodyAnalysis): boolean {
  const isWide = encodingProblem !== undefined && /UTF-16|UTF-32/.test(encodingProblem)
  return syntaxProblem === undefined && codingProblem === undefined && length > 0 && !isWide
}

const PLANT_SCHEMA: Texts = {
  id: 'plant-schema',
  title: 'Every plant matches its schema in the contract',
  at: '/items',
  fix: 'Change the plants so that they match the schema. Each violation names the violated keyword and its line.',
}

const ERROR_SCHEMA: Texts = {
  id: 'error-schema',
  title: 'Every error matches its schema in the contract',
  at: '',
  fix: 'Change the errors so that they match the schema. Each violation names the violated keyword and its line.',
}

/** The assertions about a 200 in the first version of the contract. The ids of their checks are permanent. */
const PLANTS: readonly KnownAssertion[] = [
  {
    id: 'plants-array',
    title: 'Returns an array with status 200',
    at: '/type',
    value: 'array',
    fix: 'Return the array itself as the body, without an object around it. If there is only one plant, return an array with one element; if there are none, return []. Send errors with another status, such as 400.',
  },
  {
    id: 'plant-object',
    title: 'Every plant is an object',
    at: '/items/type',
    value: 'object',
    fix: 'Put only objects into the array. Remove null, and do not return names or ids instead of objects.',
  },
  {
    id: 'plant-name-present',
    title: 'Every plant has a name',
    at: '/items/required',
    value: ['name'],
    fix: 'Include the field "name" in every plant, for every limit. Write the field name in lower case.',
  },
  {
    id: 'plant-name-string',
    title: 'Every name is a string',
    at: '/items/properties/name/type',
    value: 'string',
    fix: 'Make the name of every plant a string. Convert numbers to strings, and repair or skip records without a name.',
  },
  {
    id: 'plant-tag-string',
    title: 'Every tag, if present, is a string',
    at: '/items/properties/tag/type',
    value: 'string',
    fix: 'Read and write each "tag" as a string, even if the tag looks like another type, such as no or 007. Omit the field if a plant has no tag, instead of sending null.',
  },
]

/** The assertions about a 400 in the first version of the contract. */
const ERROR: readonly KnownAssertion[] = [
  {
    id: 'error-object',
    title: 'Returns an object with status 400',
    at: '/type',
    value: 'object',
    fix: 'Return one JSON object with "error" and "message" in every 400, including a 400 from the framework\'s own validation.',
  },
  {
    id: 'error-members-present',
    title: 'Every Error has `error` and `message`',
    at: '/required',
    value: ['error', 'message'],
    fix: 'Include both fields, "error" and "message", in every 400, including a 400 that the framework sends.',
  },
  {
    id: 'error-integer',
    title: 'Every `error` is an integer',
    at: '/properties/error/type',
    value: 'integer',
    fix: 'Write "error" as a JSON number without quotation marks, such as 400.',
  },
  {
    id: 'error-int32',
    title: 'Every `error` fits in int32',
    at: '/properties/error/format',
    value: 'int32',
    fix: 'Use a number between -2147483648 and 2147483647 for "error", such as the status code.',
  },
  {
    id: 'error-message-string',
    title: 'Every `message` is a string',
    at: '/properties/message/type',
    value: 'string',
    fix: 'Write "message" as one string. Join multiple messages, and do not write null or an object.',
  },
]
