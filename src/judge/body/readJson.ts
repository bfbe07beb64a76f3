import { type Container, closeContainer, countDigits, isObject, parseNumber, toSegment } from './jsonValue.ts'

/** A JSON text, read strictly by RFC 8259. */
export type JsonText = {
  /** The value. Its objects have no prototype. The option `duplicates` decides which of two members with one name it has. */
  value: unknown
  /** JSON pointers of members whose name is already in the same object, at most 20. */
  duplicates: string[]
  /** JSON pointers of strings with half a surrogate pair, at most 20. */
  loneSurrogates: string[]
  /** How the text writes numbers that became other values (see `parseNumber`), by these values; at most 20. */
  digits: ReadonlyMap<number, string>
}

/** The text is not JSON. `offset` is the index of the first wrong character. */
export class JsonSyntaxError extends Error {
  readonly offset: number
  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

/** An element of the outermost array has too many arrays and objects in it to be kept in memory. */
export class TooManyValues extends Error {}

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y
const WHITESPACE = /[ \t\n\r]*/y
const WORDS = { true: true, false: false, null: null }
const [SPACE, QUOTE, BACKSLASH] = [0x20, 0x22, 0x5c]
const ESCAPES = '"\\/bfnrt'
const NOTED = 20
/** Values nested deeper are read but not kept: no schema needs them, and they could need much memory. */
const KEPT_DEPTH = 64
const MAX_IN_ELEMENT = 200_000

export type ReadOptions = {
  /** Which of several members with one name to keep. */
  duplicates?: 'first' | 'last'
  /** Receives the elements of the outermost array one by one. The value then has none of them. */
  element?: (value: unknown, index: number) => void
}

/**
 * Reads one JSON text. Unlike `JSON.parse` it reports duplicate names and lone surrogates, respects all digits of a number
 * (see `parseNumber`), and reads any depth, because it has its own stack. Throws JsonSyntaxError, and with `element` also
 * TooManyValues.
 */
export function readJson(text: string, { duplicates = 'last', element }: ReadOptions = {}): JsonText {
  const notes = {
    duplicates: [] as string[],
    loneSurrogates: [] as string[],
    digits: new Map<number, string>(),
  }
  const stack: Container[] = []
  let at = 0
  let opened = 0

  const fail = (expected: string): never => {
    const found = at >= text.length ? 'the end of the text' : JSON.stringify(text.slice(at, at + 20))
    throw new JsonSyntaxError(`expected ${expected}, got ${found} at character ${at}`, at)
  }
  const space = (): void => {
    if (text.charCodeAt(at) > SPACE) return
    WHITESPACE.lastIndex = at
    WHITESPACE.test(text)
    at = WHITESPACE.lastIndex
  }
  const pointer = (): string =>
    stack.slice(0, KEPT_DEPTH).map(toSegment).join('') + (stack.length > KEPT_DEPTH ? '/…' : '')

  const string = (): string => {
    const start = at
    let isEscaped = false
    at += 1
    for (;;) {
      for (let code = QUOTE + 1; code >= SPACE && code !== QUOTE && code !== BACKSLASH; )
        code = text.charCodeAt(at++)
      at -= 1
      const character = text[at]
      if (character === '"') break
      if (character === undefined) fail('the end of a string')
      if (character === '\\') {
        skipEscape()
        isEscaped = true
      } else if ((character as string) < ' ') fail('no raw control character in a string')
    }
    at += 1
    // To join the parts would take much memory for each escape.
    return isEscaped ? JSON.parse(text.slice(start, at)) : text.slice(start + 1, at - 1)
  }
  const skipEscape = (): void => {
    const letter = text[at + 1] ?? ''
    if (letter === 'u') {
      const hex = text.slice(at + 2, at + 6)
      if (!/^[0-9A-Fa-f]{4}$/.test(hex)) fail('four hexadecimal digits after \\u')
      at += 6
    } else if (letter === '' || !ESCAPES.includes(letter)) fail('an escape sequence')
    else at += 2
  }
  const scalar = (): unknown => {
    if (text[at] === '"') {
      const value = string()
      if (!value.isWellFormed() && notes.loneSurrogates.length < NOTED) notes.loneSurrogates.push(pointer())
      return value
    }
    const digits = countDigits(text, at)
    if (digits > 0) {
      at += digits
      return Number(text.slice(at - digits, at))
    }
    for (const [word, value] of Object.entries(WORDS))
      if (text.startsWith(word, at)) {
        at += word.length
        return value
      }
    NUMBER.lastIndex = at
    const match = NUMBER.exec(text)
    if (!match) return fail('a value')
    at = NUMBER.lastIndex
    const number = parseNumber(match[0], match[1] !== undefined || match[2] !== undefined)
    if (number !== Number(match[0]) && notes.digits.size < NOTED) notes.digits.set(number, match[0])
    return number
  }
  const member = (container: { name: string }): void => {
    if (text[at] !== '"') fail('a member name in quotation marks')
    container.name = string()
    if (!container.name.isWellFormed() && notes.loneSurrogates.length < NOTED)
      notes.loneSurrogates.push(pointer())
    space()
    if (text[at] !== ':') fail('a colon after a member name')
    at += 1
  }
  /** Adds a complete value to its container. */
  const place = (container: Container, value: unknown): void => {
    const kept = stack.length > KEPT_DEPTH ? null : value
    if (typeof container === 'number') {
      stack[stack.length - 1] = container + 1
      return
    }
    if (!('name' in container)) {
      if (element && stack.length === 1) element(value, container.length)
      else {
        container.value ??= []
        container.value.push(value)
      }
      container.length += 1
      return
    }
    // The only member of a deep object is not kept, and has no duplicate.
    if (stack.length > KEPT_DEPTH && container.value === undefined && text[at] === '}') return
    container.value ??= Object.create(null) as Record<string, unknown>
    const again = Object.hasOwn(container.value, container.name)
    if (again && notes.duplicates.length < NOTED) notes.duplicates.push(pointer())
    if (!again || duplicates === 'last') container.value[container.name] = kept
  }

  for (;;) {
    space()
    let value: unknown
    const opening = text[at]
    if (opening === '[' || opening === '{') {
      at += 1
      opened = stack.length <= 1 ? 0 : opened + 1
      if (element && opened > MAX_IN_ELEMENT && stack.length <= KEPT_DEPTH) throw new TooManyValues()
      space()
      const array = stack.length < KEPT_DEPTH ? { length: 0 } : 0
      const container: Container = opening === '[' ? array : { name: '' }
      if (text[at] !== (opening === '[' ? ']' : '}')) {
        stack.push(container)
        if (isObject(container)) member(container)
        continue
      }
      at += 1
      value = closeContainer(container)
    } else value = scalar()
    // A value is complete: add it to its container, and close every container that ends here.
    for (;;) {
      space()
      const container = stack.at(-1)
      if (container === undefined) {
        if (at < text.length) fail('nothing after the value')
        return { value, ...notes }
      }
      place(container, value)
      if (text[at] === ',') {
        at += 1
        space()
        if (isObject(container)) member(container)
        break
      }
      if (text[at] !== (isObject(container) ? '}' : ']'))
        fail(isObject(container) ? 'a comma or }' : 'a comma or ]')
      at += 1
      value = stack.length > KEPT_DEPTH ? null : closeContainer(container)
      stack.pop()
    }
  }
}
