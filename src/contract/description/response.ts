import type { Refuse } from '../ContractError.ts'
import { escapePointer, valueAt } from '../jsonPointer.ts'
import { type Assertion, listAssertions } from '../schema/assertions.ts'
import { checkSchema, followReference, isMap } from '../schema/checkSchema.ts'
import { quote } from '../words.ts'

/** What a description says about one response, with its places. */
export type DescribedResponse = {
  status: number
  mediaType: string
  /** JSON pointer of the response object in the contract. */
  pointer: string
  /** JSON pointer of the body's schema in the contract. */
  schemaPointer: string
  /** The assertions of the body's schema. */
  assertions: readonly Assertion[]
  /** The contract's example bodies, with their places. */
  examples: readonly { name: string; value: unknown; pointer: string }[]
}

/** The media types of JSON. */
const JSON_TYPE = /^application\/(?:[a-z0-9!#$&^_.-]+\+)?json$/

/** The responses of an operation whose bodies a description describes. */
export type DescribedResponses = {
  plants: DescribedResponse
  error: DescribedResponse
  /** Other refusals, such as a 401. */
  refusals: readonly DescribedResponse[]
}

/** Finds the 200 with the list, the 400 with the error, and other refusals. Refuses other bodies: the kit would not judge them. */
export function findResponses(document: unknown, operation: string, refuse: Refuse): DescribedResponses {
  const pointer = `${operation}/responses`
  const responses = valueAt(document, pointer)
  if (!isMap(responses)) return refuse(operation, 'expected that the operation documents 200 and 400')
  const plants = readResponse(document, pointer, 200, refuse)
  const error = readResponse(document, pointer, 400, refuse)
  if (!hasType(plants, [], 'array') || !hasType(plants, [{ each: 'element' }], 'object'))
    refuse(
      plants.schemaPointer,
      'expected a 200 with an array of objects: type: array, with items of type: object',
    )
  if (!hasType(error, [], 'object'))
    refuse(error.schemaPointer, 'expected a 400 with an object: type: object')
  const refusals = Object.keys(responses).flatMap((status) => {
    if (status === '200' || status === '400' || status.startsWith('x-')) return []
    const at = follow(document, `${pointer}/${status}`, refuse)
    const response = valueAt(document, at)
    if (!isMap(response) || !('content' in response) || UNJUDGED.test(status)) return []
    if (/^4\d\d$/.test(status)) return [readResponse(document, pointer, Number(status), refuse)]
    return refuse(
      `${at}/content`,
      `the kit judges the bodies of 200 and of single refusals (4xx); it cannot judge that of ${quote(status)}`,
    )
  })
  return { plants, error, refusals }
}

/** Statuses that a gateway may send, with a body of its own. */
const UNJUDGED = /^(?:408|413|414|429|431|5\d\d|5XX)$/

function readResponse(
  document: unknown,
  responses: string,
  status: number,
  refuse: Refuse,
): DescribedResponse {
  const given = `${responses}/${status}`
  if (valueAt(document, given) === undefined)
    return refuse(responses, `expected that the operation documents ${status}`)
  const pointer = follow(document, given, refuse)
  const response = valueAt(document, pointer)
  if (!isMap(response)) return refuse(pointer, 'expected a response (a map)')
  if (isMap(response.headers) && Object.keys(response.headers).length > 0)
    refuse(`${pointer}/headers`, 'the kit cannot judge the headers of a response')
  const types = isMap(response.content) ? Object.keys(response.content) : []
  const [mediaType = ''] = types
  if (types.length !== 1 || !JSON_TYPE.test(mediaType))
    return refuse(
      types.length === 0 ? pointer : `${pointer}/content`,
      `expected exactly one media type for ${status}, and JSON, got ${types.map(quote).join(', ') || 'none'}`,
    )
  const content = `${pointer}/content/${escapePointer(mediaType)}`
  const schemaPointer = `${content}/schema`
  if (valueAt(document, schemaPointer) === undefined)
    return refuse(content, `expected a schema for ${status}, got none`)
  checkSchema(document, schemaPointer, refuse)
  return {
    status,
    mediaType,
    pointer,
    schemaPointer,
    assertions: listAssertions(document, schemaPointer),
    examples: listExamples(document, content, refuse),
  }
}

function listExamples(document: unknown, content: string, refuse: Refuse): DescribedResponse['examples'] {
  const examples = valueAt(document, `${content}/examples`)
  return Object.keys(isMap(examples) ? examples : {}).flatMap((name) => {
    const pointer = follow(document, `${content}/examples/${escapePointer(name)}`, refuse)
    const example = valueAt(document, pointer)
    return isMap(example) && 'value' in example
      ? [{ name, value: example.value, pointer: `${pointer}/value` }]
      : []
  })
}

function follow(document: unknown, pointer: string, refuse: Refuse): string {
  const value = valueAt(document, pointer)
  if (!isMap(value) || !('$ref' in value)) return pointer
  return followReference(document, value.$ref, `${pointer}/$ref`, refuse)
}

function hasType({ assertions }: DescribedResponse, place: Assertion['place'], type: string): boolean {
  return assertions.some(
    (assertion) =>
      assertion.keyword === 'type' &&
      assertion.value === type &&
      JSON.stringify(assertion.place) === JSON.stringify(place),
  )
}
