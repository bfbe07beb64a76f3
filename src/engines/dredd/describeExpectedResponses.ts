import type { Contract, DocumentedResponse } from '../../contract/contract.ts'
import { referencePointer, valueAt } from '../../contract/jsonPointer.ts'
import { formats } from '../../contract/schema/formats.ts'
import { schemaKeywords } from '../../contract/schema/keywords.ts'
import type { ExpectedResponse } from './messages.ts'

const DRAFT = 'http://json-schema.org/draft-07/schema#'

type Json = Readonly<Record<string, unknown>>

/**
 * The documented responses for Dredd, by status. By default Dredd compares a body with an example. Given a schema it
 * validates, but only up to draft-07, without `$ref` and without OpenAPI's formats, so int32 becomes a range.
 */
export function describeExpectedResponses({
  document,
  plants,
  error,
}: Contract): Record<string, ExpectedResponse> {
  const convert = ({ status, mediaType, schemaPointer }: DocumentedResponse): ExpectedResponse => {
    const schema = toDraft07(document, valueAt(document, schemaPointer)) as Json
    return { status, mediaType, bodySchema: JSON.stringify({ $schema: DRAFT, ...schema }) }
  }
  return { 200: convert(plants), 400: convert(error) }
}

/** Newer keywords that draft-07 has under another name. Those that it lacks are left out. */
const RENAMED: Readonly<Record<string, string>> = { prefixItems: 'items', items: 'additionalItems' }
const MISSING = new Set(['unevaluatedItems', 'unevaluatedProperties', 'minContains', 'maxContains'])

function toDraft07(document: object, schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const all: Json[] = []
  const members: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    const holds = schemaKeywords[keyword]
    if (keyword === '$ref')
      all.push(toDraft07(document, valueAt(document, referencePointer(String(value)))) as Json)
    // A range of the schema's own is in place of the format's.
    else if (keyword === 'format')
      Object.assign(members, { ...convertFormat(String(value)), ...pickRange(schema) })
    else if (keyword === 'dependentRequired' || keyword === 'dependentSchemas')
      members.dependencies = { ...(members.dependencies as Json), ...convert(document, value, holds) }
    else if (!MISSING.has(keyword)) {
      const name = 'prefixItems' in schema ? (RENAMED[keyword] ?? keyword) : keyword
      members[name] = holds === undefined ? value : convert(document, value, holds)
    }
  }
  // A reference may have neighbours, which draft-07 would ignore.
  const [only] = all
  if (only === undefined) return members
  return Object.keys(members).length === 0 ? only : { allOf: [...all, members] }
}

function convert(document: object, value: unknown, holds: 'one' | 'list' | 'map' | undefined): object {
  const entries = Object.entries(value as object)
  if (holds === 'list') return entries.map(([, item]) => toDraft07(document, item))
  if (holds === 'one') return toDraft07(document, value) as object
  if (holds === undefined) return value as object
  return Object.fromEntries(entries.map(([name, item]) => [name, toDraft07(document, item)]))
}

/** Formats of draft-07. */
const KNOWN = new Set([
  'date',
  'time',
  'date-time',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uuid',
  'json-pointer',
])

function convertFormat(name: string): Json {
  const format = formats[name]
  if (format !== undefined && 'minimum' in format) return { minimum: format.minimum, maximum: format.maximum }
  return KNOWN.has(name) ? { format: name } : {}
}

function pickRange({ minimum, maximum }: { minimum?: unknown; maximum?: unknown }): Json {
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) }
}
