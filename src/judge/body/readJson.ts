import { childPointer, splitPointer } from '../../contract/jsonPointer.ts'

/** A JSON text, read strictly according to RFC 8259. */
export type JsonText = {
  /** The parsed value. The objects in this value inherit no properties. */
  value: unknown
  /** The JSON pointer of the first key that occurs a second time in its object. */
  duplicate?: string
  /** The JSON pointer of the first string with half of a surrogate pair, or with U+FFFD, which stands for a lost character. */
  damaged?: string
}

/** Thrown if the text is not JSON. `offset` is the index of the first wrong character. */
export class JsonSyntaxError extends Error {
  readonly offset: number
  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

/** Thrown if the text has too many values to keep in memory. */
export class TooManyValues extends Error {}

const WHITESPACE = /[ \t\n\r]*/y
const NUMBER_OR_WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
/** Matches a number with a nonzero fraction. If its double is an integer, `readJson` adds 0.5, so that validators see a fraction. */
const FRACTION = /^-?\d+\.0*[1-9]\d*$/
/** Matches up to 1,000 parts of a JSON string at a time, because matching millions of escapes one by one would be slow. */
const PARTS = /(?:[ !#-[\]-\uffff]+|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})){1,1000}/y
const MAX_VALUES = 500_000
/** The maximum depth of values to keep. Deeper values are checked but not kept, because hardly any schema needs them. */
const KEPT_DEPTH = 64
/** The prototype of all objects. With `null` instead, V8 would give each object a hash table, which takes more memory. */
const NOTHING: object = Object.create(null)

type ReadOptions = {
  /** The value to keep if an object has the same key several times. Default: the last value. */
  keep?: 'first' | 'last'
  /** Called for each complete value, with its path and the indexes at which the value begins and ends. */
  onValue?: (path: readonly Container[], from: number, to: number) => void
}

/** An array or object that is not complete yet. `value` is undefined if it is nested too deeply. `name` is the current index or key. */
type Container = {
  value: Record<string | number, unknown> | undefined
  name: string | number
  close: string
  from: number
}

/**
 * Reads one JSON text. Unlike `JSON.parse`, reports duplicate keys and lone surrogates. Reads values nested to any depth, because it uses
 * its own stack. Numbers beyond the range of a double become the largest double. Throws JsonSyntaxError and TooManyValues.
 */
export function readJson(text: string, { keep = 'last', onValue }: ReadOptions = {}): JsonText {
  const found: Omit<JsonText, 'value'> = {}
  const stack: Container[] = []
  let at = 0

  const fail = (expected: string): never => {
    const actual = at >= text.length ? 'the end of the text' : JSON.stringify(text.slice(at, at + 20))
    throw new JsonSyntaxError(`expected ${expected}, got ${actual} at character ${at}`, at)
  }
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const start = at
    if (!pattern.test(text)) return undefined
    at = pattern.lastIndex
    return text.slice(start, at)
  }
  const skip = (character: string): boolean => {
    take(WHITESPACE)
    if (text[at] !== character) return false
    at += 1
    return true
  }
  const string = (): string => {
    const start = at
    if (text[at] !== '"') fail('a key in double quotes')
    at += 1
    while (take(PARTS) !== undefined);
    if (at >= text.length) fail('the end of a string')
    if (text[at] === '\\') fail('an escape sequence')
    if (text[at] !== '"') fail('no raw control character in a string')
    at += 1
    const quoted = text.slice(start, at)
    // Parse the whole string, because joining its parts would take a lot of memory for each escape.
    return quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1)
  }
  const note = (text: string): string => {
    if (/[\ufffd\p{Surrogate}]/u.test(text)) found.damaged ??= pointerOf(stack)
    return text
  }
  const scalar = (): unknown => {
    if (text[at] === '"') return note(string())
    const word = take(NUMBER_OR_WORD) ?? fail('a value')
    const value: unknown = JSON.parse(word)
    if (value === Infinity || value === -Infinity) return Math.sign(value) * Number.MAX_VALUE
    return Number.isInteger(value) && FRACTION.test(word) ? Number(value) + 0.5 : value
  }
  const readName = (container: Container): void => {
    if (typeof container.name === 'number') return
    take(WHITESPACE)
    container.name = string()
    note(container.name)
    if (!skip(':')) fail('a colon after a key')
  }
  const add = ({ value, name }: Container, element: unknown): void => {
    const isAgain = value !== undefined && Object.hasOwn(value, name)
    if (isAgain) found.duplicate ??= pointerOf(stack)
    if (value && !(isAgain && keep === 'first')) value[name] = element
  }

  for (let values = 1; ; values += 1) {
    take(WHITESPACE)
    if (values > MAX_VALUES) throw new TooManyValues()
    let from = at
    let value: unknown
    const isArray = text[at] === '['
    if (isArray || text[at] === '{') {
      at += 1
      const kept = stack.length < KEPT_DEPTH
      const container: Container = {
        value: kept ? (isArray ? [] : Object.create(NOTHING)) : undefined,
        name: isArray ? 0 : '',
        close: isArray ? ']' : '}',
        from,
      }
      if (!skip(container.close)) {
        stack.push(container)
        readName(container)
        continue
      }
      value = container.value ?? null
    } else value = scalar()
    // The value is complete, so add it to its container, and close every container that ends right after it.
    for (;;) {
      onValue?.(stack, from, at)
      take(WHITESPACE)
      const container = stack.at(-1)
      if (container === undefined) {
        if (at < text.length) fail('nothing after the value')
        return { value, ...found }
      }
      add(container, value)
      if (skip(',')) {
        if (typeof container.name === 'number') container.name += 1
        readName(container)
        break
      }
      if (!skip(container.close)) fail(`a comma or ${container.close}`)
      stack.pop()
      from = container.from
      value = container.value ?? null
    }
  }
}

const pointerOf = (stack: readonly Container[]): string =>
  stack.slice(0, KEPT_DEPTH).reduce((pointer, { name }) => childPointer(pointer, name), '') +
  (stack.length > KEPT_DEPTH ? '/…' : '')

/** Finds the value at a JSON pointer, or else the innermost value in which it is missing. `error` is the offset of a syntax error. */
export function locateInJson(text: string, pointer: string) {
  const names = splitPointer(pointer)
  const place: { offset: number; length: number; error?: number } = { offset: 0, length: 0 }
  const onValue: ReadOptions['onValue'] = (path, from, to) => {
    // Inner values end before outer values, so the first match is the innermost value.
    if (place.length === 0 && path.every(({ name }, index) => `${name}` === names[index]))
      Object.assign(place, { offset: from, length: to - from })
  }
  try {
    readJson(text, { onValue })
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    place.error = error.offset
  }
  return place
}
