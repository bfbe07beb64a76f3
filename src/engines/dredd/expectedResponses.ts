import { parse } from 'yaml'
import type { Contract, DocumentedResponse } from '../../contract/contract.ts'
import type { Promised } from './dreddMessages.ts'

const DRAFT = 'http://json-schema.org/draft-07/schema#'
const INT32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }

type Json = { readonly [name: string]: unknown }

/**
 * The documented responses in Dredd's terms. By itself Dredd would compare a body with an example; given a schema it
 * validates, up to draft-07, with `$ref`s resolved and without formats of OpenAPI, of which int32 becomes its range.
 */
export function dreddPromises(contract: Contract): Record<string, Promised> {
  const document: Json = parse(contract.text)
  const promised = ({ status, mediaType, schemaPointer }: DocumentedResponse): Promised => {
    const schema = resolved(document, at(document, schemaPointer)) as Json
    return { status, mediaType, bodySchema: JSON.stringify({ $schema: DRAFT, ...schema }) }
  }
  return { 200: promised(contract.plants), 400: promised(contract.error) }
}

function resolved(document: Json, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => resolved(document, item))
  if (typeof schema !== 'object' || schema === null) return schema
  if ('$ref' in schema) return resolved(document, at(document, String(schema.$ref).slice(1)))
  const { format, ...others } = schema as Json
  const members = Object.entries(others).map(([name, value]) => [name, resolved(document, value)])
  return { ...Object.fromEntries(members), ...(format === 'int32' && INT32) }
}

function at(document: Json, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, name) => (value as Json)[name], document)
}
