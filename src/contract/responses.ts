import { childPointer, isMap } from './jsonPointer.ts'
import { type Description, readSchema, type Schema } from './schema.ts'
import { quote } from './words.ts'

/** What a description says about one response, with its places. */
export type DescribedResponse = {
  status: number
  mediaType: string
  /** JSON pointer of the response object in the contract. */
  pointer: string
  /** The body's schema. */
  schema: Schema
  /** The contract's example bodies, with their places. */
  examples: readonly { name: string; value: unknown; pointer: string }[]
}

/** The responses of an operation whose bodies a description describes. */
export type DescribedResponses = {
  plants: DescribedResponse
  error: DescribedResponse
  /** Other refusals, such as a 401. */
  refusals: readonly DescribedResponse[]
}

/** The media types of JSON. */
const JSON_TYPE = /^application\/(?:[a-z0-9!#$&^_.-]+\+)?json$/
/** Statuses that a gateway may send, with a body of its own. */
const UNJUDGED = /^(?:408|413|414|429|431|5\d\d|5XX)$/

/** Finds the 200 with the list, the 400 with the error, and other refusals. Refuses other bodies: the kit would not judge them. */
export function findResponses(description: Description, operation: string): DescribedResponses {
  const { get, read, refuse } = description
  const parent = `${operation}/responses`
  const responses = get(parent)
  if (!isMap(responses)) return refuse(operation, 'expected that the operation documents 200 and 400')
  const plants = readResponse(description, parent, '200')
  const error = readResponse(description, parent, '400')
  if (!hasType(plants.schema.value, 'array') || !hasType(itemsOf(plants.schema.value), 'object'))
    refuse(
      plants.schema.pointerOf(''),
      'expected a 200 with an array of objects: type: array, with items of type: object',
    )
  if (!hasType(error.schema.value, 'object'))
    refuse(error.schema.pointerOf(''), 'expected a 400 with an object: type: object')
  const refusals = Object.keys(responses).flatMap((status) => {
    if (status === '200' || status === '400' || status.startsWith('x-') || UNJUDGED.test(status)) return []
    const { value: response, pointer } = read(`${parent}/${status}`)
    if (!isMap(response) || !('content' in response)) return []
    if (/^4\d\d$/.test(status)) return [readResponse(description, parent, status)]
    return refuse(
      `${pointer}/content`,
      `the kit judges the bodies of 200 and of single refusals (4xx); it cannot judge that of ${quote(status)}`,
    )
  })
  return { plants, error, refusals }
}

function readResponse(description: Description, parent: string, status: string): DescribedResponse {
  const { get, read, refuse } = description
  const { value: response, pointer } = read(`${parent}/${status}`)
  if (response === undefined) return refuse(parent, `expected that the operation documents ${status}`)
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
  const content = childPointer(`${pointer}/content`, mediaType)
  if (get(`${content}/schema`) === undefined)
    return refuse(content, `expected a schema for ${status}, got none`)
  return {
    status: Number(status),
    mediaType,
    pointer,
    schema: readSchema(description, `${content}/schema`),
    examples: listExamples(description, `${content}/examples`),
  }
}

function listExamples({ get, read }: Description, parent: string): DescribedResponse['examples'] {
  const examples = get(parent)
  return Object.keys(isMap(examples) ? examples : {}).flatMap((name) => {
    const { value: example, pointer } = read(childPointer(parent, name))
    return isMap(example) && 'value' in example
      ? [{ name, value: example.value, pointer: `${pointer}/value` }]
      : []
  })
}

function hasType(schema: unknown, type: string): boolean {
  return listParts(schema).some((part) => part.type === type)
}

/** The schema of the elements of a list. */
function itemsOf(schema: unknown): unknown {
  return { allOf: listParts(schema).map(({ items }) => items) }
}

/** A schema, and those of its `allOf`: a value must match each. */
function listParts(schema: unknown): Record<string, unknown>[] {
  if (!isMap(schema)) return []
  return [schema, ...(Array.isArray(schema.allOf) ? schema.allOf.flatMap(listParts) : [])]
}
