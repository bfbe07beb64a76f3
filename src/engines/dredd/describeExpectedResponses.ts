import { parse } from 'yaml'
import type { Contract, DocumentedResponse } from '../../contract/contract.ts'
import { valueAt } from '../../contract/jsonPointer.ts'
import { INT32 } from '../../contract/schemaWords.ts'
import type { ExpectedResponse } from './messages.ts'

const DRAFT = 'http://json-schema.org/draft-07/schema#'

type Json = { readonly [name: string]: unknown }

/**
 * The documented responses for Dredd, by status. By default Dredd compares a body with an example. Given a schema it
 * validates, but only up to draft-07, without `$ref` and without OpenAPI's formats, so int32 becomes a range.
 */
export function describeExpectedResponses(contract: Contract): Record<string, ExpectedResponse> {
  const document: Json = parse(contract.text)
  const convert = ({ status, mediaType, schemaPointer }: DocumentedResponse): ExpectedResponse => {
    const schema = resolveReferences(document, valueAt(document, schemaPointer)) as Json
    return { status, mediaType, bodySchema: JSON.stringify({ $schema: DRAFT, ...schema }) }
  }
  return { 200: convert(contract.plants), 400: convert(contract.error) }
}

function resolveReferences(document: Json, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => resolveReferences(document, item))
  if (typeof schema !== 'object' || schema === null) return schema
  if ('$ref' in schema) return resolveReferences(document, valueAt(document, String(schema.$ref).slice(1)))
  const { format, ...others } = schema as Json
  const members = Object.entries(others).map(([name, value]) => [name, resolveReferences(document, value)])
  return { ...Object.fromEntries(members), ...(format === 'int32' && INT32) }
}
