import { splitPointer } from '../contract/jsonPointer.ts'

type Range = { offset: number; length: number }

const WHITESPACE = /[ \t\n\r]*/y
const STRING = /"(?:[^"\\]|\\.)*"/sy
const SCALAR = /[^,:{}[\]"\s]+/y
const NOTHING = { offset: 0, length: 0 }

/**
 * Finds the value at a JSON pointer in a JSON text, or the innermost value around it. A value that the text does not contain to its
 * end is cut there. Takes linear time.
 */
export function locateInJson(text: string, pointer: string): Range {
  let at = skipSpace(text, 0)
  for (const name of splitPointer(pointer)) {
    const inner = text[at] === '[' ? findElement(text, at, Number(name)) : findMember(text, at, name)
    if (inner === undefined) break
    at = inner
  }
  return at >= text.length ? NOTHING : { offset: at, length: skipValue(text, at) - at }
}

/** The start of an element of the array that starts here; undefined if there is none. */
function findElement(text: string, start: number, index: number): number | undefined {
  let at = skipSpace(text, start + 1)
  for (let passed = 0; at < text.length && text[at] !== ']'; passed += 1) {
    if (passed === index) return at
    const end = skipSpace(text, skipValue(text, at))
    if (text[end] !== ',') return undefined
    at = skipSpace(text, end + 1)
  }
  return undefined
}

/** The start of the value of a member of the object that starts here; undefined if there is none. */
function findMember(text: string, start: number, name: string): number | undefined {
  if (text[start] !== '{') return undefined
  let at = skipSpace(text, start + 1)
  while (text[at] === '"') {
    const end = skipValue(text, at)
    const colon = skipSpace(text, end)
    if (text[colon] !== ':') return undefined
    const value = skipSpace(text, colon + 1)
    if (readName(text.slice(at, end)) === name) return value < text.length ? value : undefined
    const comma = skipSpace(text, skipValue(text, value))
    if (text[comma] !== ',') return undefined
    at = skipSpace(text, comma + 1)
  }
  return undefined
}

function readName(quoted: string): unknown {
  try {
    return JSON.parse(quoted)
  } catch {
    return undefined
  }
}

function skipSpace(text: string, at: number): number {
  return match(WHITESPACE, text, at) ?? at
}

/** The index after the value that starts here, or at least after one character. */
function skipValue(text: string, start: number): number {
  let depth = 0
  let at = start
  do {
    const character = text[at]
    if (character === '"') at = match(STRING, text, at) ?? text.length
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    if (character === '"') continue
    at = '{}[],:'.includes(character ?? '') ? at + 1 : (match(SCALAR, text, at) ?? at + 1)
  } while (depth > 0 && at < text.length)
  return at
}

function match(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}
