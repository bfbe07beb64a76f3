import { LineCounter, parseDocument } from 'yaml'
import { escapePointer } from '../contract/jsonPointer.ts'
import { locate } from '../contract/locate.ts'

/** Which plants one token must see and which it must not see, by their names. */
export type Expected = { sees: readonly string[]; mustNotSee: readonly string[] }

/** What the operator knows of the two users. Names are compared code point by code point. */
export type Expectations = { token: Expected; otherToken: Expected }

const NOTHING: Expected = { sees: [], mustNotSee: [] }

/** Reads expectations from YAML, or from JSON, which is YAML too. Throws an Error with the line of the first mistake. */
export function parseExpectations(text: string): Expectations {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const fail = (line: number, expected: string, got: string): never => {
    throw new Error(`line ${line}: expected ${expected}, got ${got}`)
  }
  const wrong = (pointer: string, expected: string, value: unknown): never =>
    fail(locate(document, lines, pointer), expected, kindOf(value))
  const [broken] = document.errors
  if (broken) fail(lines.linePos(broken.pos[0]).line, 'YAML or JSON', broken.message)

  const members = (value: unknown, pointer: string, known: readonly string[]): Record<string, unknown> => {
    const what = `a map with ${known.join(' and ')}`
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return wrong(pointer, what, value)
    for (const name of Object.keys(value))
      if (!known.includes(name))
        fail(
          locate(document, lines, `${pointer}/${escapePointer(name)}`),
          what,
          `the member ${JSON.stringify(name)}`,
        )
    return value as Record<string, unknown>
  }
  const names = (value: unknown, pointer: string): string[] => {
    if (value === undefined) return []
    if (!Array.isArray(value)) return wrong(pointer, 'a list of plant names', value)
    return value.map((name: unknown, index) =>
      typeof name === 'string' ? name : wrong(`${pointer}/${index}`, 'the name of a plant in quotes', name),
    )
  }
  const expected = (value: unknown, pointer: string): Expected => {
    if (value === undefined) return NOTHING
    const { sees, mustNotSee } = members(value, pointer, ['sees', 'mustNotSee'])
    const seen = names(sees, `${pointer}/sees`)
    const unseen = names(mustNotSee, `${pointer}/mustNotSee`)
    const both = unseen.findIndex((name) => seen.includes(name))
    if (both >= 0)
      fail(
        locate(document, lines, `${pointer}/mustNotSee/${both}`),
        'a plant that the same token does not see',
        JSON.stringify(unseen[both]),
      )
    return { sees: seen, mustNotSee: unseen }
  }

  const { token, otherToken } = members(document.toJS(), '', ['token', 'otherToken'])
  const read = { token: expected(token, '/token'), otherToken: expected(otherToken, '/otherToken') }
  if (Object.values(read).every(({ sees, mustNotSee }) => sees.length + mustNotSee.length === 0))
    fail(1, 'at least one plant under sees or mustNotSee', 'none')
  return read
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a map' : `the ${typeof value} ${JSON.stringify(value)}`
}
