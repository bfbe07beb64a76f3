import { childPointer, splitPointer } from '../../contract/jsonPointer.ts'

/** A JSON text, read strictly according to RFC 8259. */
export type JsonText = {
  /** The parsed value. The objects in this value inherit no properties. */
  value: unknown
  /** The JSON pointer of the first key that occurs a second time in its object. */
  duplicate?: string
  /** JSON pointer of the first string with half a surrogate pair. */
  loneSurrogate?: string
}

/** Says that the text is not JSON. `offset` is the index of the first wrong character. */
export class JsonSyntaxError extends Error {
  readonly offset: number
  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

/** Says that the text has too many values to keep in memory. */
export class TooManyValues extends Error {}

const WHITESPACE = /[ \t\n\r]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y
/** Up to 1,000 parts of a JSON string, because matching each of millions of escapes alone would take seconds. */
const PARTS = /(?:[ !#-[\]-\uffff]+|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})){1,1000}/y
const MAX_VALUES = 500_000
/** The maximum depth of kept values. Deeper values are read but not kept, because no schema needs them. */
const KEPT_DEPTH = 64
const NAME_SHOWN = 200
/** The prototype of all objects. With `null`, V8 would give each object a hash table, which takes three times the memory. */
const NOTHING: object = Object.create(null)

type ReadOptions = {
  /** Which value to keep if an object has the same key more than once. Default: the last value. */
  keep?: 'first' | 'last'
  /** Called for each complete value, with its path and the indexes at which the value begins and ends. */
  onValue?: (path: readonly Container[], from: number, to: number) => void
}

/** An incomplete array or object (undefined if nested too deep), its closing bracket, its start, and the index or key being read. */
type Container = {
  value: Record<string | number, unknown> | undefined
  name: string | number
  close: string
  from: number
}

/**
 * Reads one JSON text. Unlike `JSON.parse`, reports duplicate keys and lone surrogates, respects all digits of a number (see
 * `parseNumber`), and reads values nested to any depth, because it uses its own stack. Throws JsonSyntaxError and TooManyValues.
 */
export function readJson(text: string, { keep = 'last', onValue }: ReadOptions = {}): JsonText {
  const found: Omit<JsonText, 'value'> = {}
  const stack: Container[] = []
  let at = 0
  let values = 0

  const fail = (expected: string): never => {
    const actual = at >= text.length ? 'the end of the text' : JSON.stringify(text.slice(at, at + 20))
    throw new JsonSyntaxError(`expected ${expected}, got ${actual} at character ${at}`, at)
  }
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return undefined
    const start = at
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
    if (text[at] !== '"')
      fail(text[at] === '\\' ? 'an escape sequence' : 'no raw control character in a string')
    at += 1
    const quoted = text.slice(start, at)
    // Joining the parts of a string would take a lot of memory for each escape.
    return quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1)
  }
  const note = (text: string): string => {
    if (!text.isWellFormed()) found.loneSurrogate ??= pointerOf(stack)
    return text
  }
  const scalar = (): unknown => {
    if (text[at] === '"') return note(string())
    const number = take(NUMBER)
    if (number !== undefined) return parseNumber(number)
    const word = take(WORD)
    return word === undefined ? fail('a value') : JSON.parse(word)
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

  for (;;) {
    take(WHITESPACE)
    values += 1
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
    // A value is complete: add the value to its container, and close every container that ends after the value.
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

function pointerOf(stack: readonly Container[]): string {
  const names = stack.slice(0, KEPT_DEPTH).map(({ name }) => childPointer('', `${name}`.slice(0, NAME_SHOWN)))
  return names.join('') + (stack.length > KEPT_DEPTH ? '/…' : '')
}

/**
 * Converts the digits of a JSON number to a double that a JSON Schema validator treats like the exact number. `400.0` and `4e2` are the
 * integer 400. Digits that would round to an integer get a fraction. Digits beyond the range of a double become the largest double.
 */
function parseNumber(raw: string): number {
  const value = Number(raw)
  if (!Number.isFinite(value)) return Math.sign(value) * Number.MAX_VALUE
  const isRounded = Number.isInteger(value) && !isWhole(raw)
  return isRounded ? value + (raw.startsWith('-') ? -0.5 : 0.5) : value
}

/** Whether the number is an integer: after the exponent is applied, no non-zero digit is behind the decimal point. */
function isWhole(raw: string): boolean {
  const [mantissa = '', exponent = '0'] = raw.toLowerCase().split('e')
  const [digits = '', fraction = ''] = mantissa.split('.')
  // Without the lookbehind, this regular expression would take quadratic time.
  const significant = (digits + fraction).replace(/(?<!0)0+$/, '').length
  return significant === 0 || significant <= digits.length + Number(exponent)
}

/**
 * Finds the value at a JSON pointer in a JSON text, or else the innermost complete value that would contain it. Reads up to the first
 * syntax error. `error` is the offset of the syntax error.
 */
export function locateInJson(
  text: string,
  pointer: string,
): { offset: number; length: number; error?: number } {
  const names = splitPointer(pointer)
  let place: { offset: number; length: number } | undefined
  const onValue: ReadOptions['onValue'] = (path, from, to) => {
    // Inner values end first, so the first match is the innermost.
    if (path.every(({ name }, index) => `${name}` === names[index]))
      place ??= { offset: from, length: to - from }
  }
  try {
    readJson(text, { onValue })
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    return { offset: 0, length: 0, ...place, error: error.offset }
  }
  return place ?? { offset: 0, length: 0 }
}
