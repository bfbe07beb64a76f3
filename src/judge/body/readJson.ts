import { childPointer, splitPointer } from '../../contract/jsonPointer.ts'

/** A JSON text, read strictly by RFC 8259. */
export type JsonText = {
  /** The value. Its objects have no prototype. The option `duplicates` decides which of two members with one name it has. */
  value: unknown
  /** JSON pointers of members whose name is already in the same object, at most 20. */
  duplicates: string[]
  /** JSON pointers of strings with half a surrogate pair, at most 20. */
  loneSurrogates: string[]
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
const WORDS = Object.entries({ true: true, false: false, null: null })
const [SPACE, QUOTE, BACKSLASH] = [0x20, 0x22, 0x5c]
const ESCAPES = '"\\/bfnrt'
const NOTED = 20
const NAME_SHOWN = 200
/** Values nested deeper are read but not kept: no schema needs them, and they could need much memory. */
const KEPT_DEPTH = 64
const MAX_IN_ELEMENT = 200_000

export type ReadOptions = {
  /** Which of several members with one name to keep. */
  duplicates?: 'first' | 'last'
  /** Receives the elements of the outermost array one by one. The value then has none of them. */
  element?: (value: unknown, index: number) => void
  /** Gets the index at which each value begins, with the way to it, and that at which it ends, with the length of the way. */
  begin?: (at: number, path: readonly Container[]) => void
  end?: (at: number, depth: number) => void
}

/**
 * An array or object that is not complete yet. Its value is created with its first element, because nesting may be deep.
 * An array that is not kept is only the number of its elements.
 */
type Container = number | { value?: unknown[]; length: number } | OpenObject
type OpenObject = { value?: Record<string, unknown>; name: string }

/**
 * Reads one JSON text. Unlike `JSON.parse` it reports duplicate names and lone surrogates, respects all digits of a number
 * (see `parseNumber`), and reads any depth, because it has its own stack. Throws JsonSyntaxError, and with `element` also
 * TooManyValues.
 */
export function readJson(
  text: string,
  { duplicates = 'last', element, begin, end }: ReadOptions = {},
): JsonText {
  const notes = { duplicates: [] as string[], loneSurrogates: [] as string[] }
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
  const note = (pointers: string[]): void => {
    if (pointers.length === NOTED) return
    const names = stack
      .slice(0, KEPT_DEPTH)
      .map((each) => childPointer('', nameOf(each).slice(0, NAME_SHOWN)))
    pointers.push(names.join('') + (stack.length > KEPT_DEPTH ? '/…' : ''))
  }

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
      if (!value.isWellFormed()) note(notes.loneSurrogates)
      return value
    }
    NUMBER.lastIndex = at
    const match = NUMBER.exec(text)
    if (match) {
      at = NUMBER.lastIndex
      return parseNumber(match[0], match[1] !== undefined || match[2] !== undefined)
    }
    for (const [word, value] of WORDS)
      if (text.startsWith(word, at)) {
        at += word.length
        return value
      }
    return fail('a value')
  }
  const member = (container: { name: string }): void => {
    if (text[at] !== '"') fail('a member name in quotation marks')
    container.name = string()
    if (!container.name.isWellFormed()) note(notes.loneSurrogates)
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
    if (again) note(notes.duplicates)
    if (!again || duplicates === 'last') container.value[container.name] = kept
  }

  for (;;) {
    space()
    begin?.(at, stack)
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
      end?.(at, stack.length)
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

function isObject(container: Container): container is OpenObject {
  return typeof container === 'object' && 'name' in container
}

function closeContainer(container: Container): unknown {
  if (typeof container === 'number') return null
  return container.value ?? ('name' in container ? Object.create(null) : [])
}

/** The name of the member or the index of the element that is being read. */
function nameOf(container: Container): string {
  if (typeof container === 'number') return `${container}`
  return 'name' in container ? container.name : `${container.length}`
}

/**
 * Converts digits to a number that a JSON Schema validator treats like the digits. `400.0` and `4e2` are the integer 400.
 * Digits that would round to an integer get a fraction. Digits that exceed a double become the largest double. Digits next to an
 * end of the ranges of 64 bits stay on their side of it.
 */
export function parseNumber(raw: string, hasFractionOrExponent: boolean): number {
  const value = Number(raw)
  if (!hasFractionOrExponent)
    return Number.isFinite(value) ? keepSide(raw, value) : Math.sign(value) * Number.MAX_VALUE
  const [mantissa = '', exponent = '0'] = raw.toLowerCase().split('e')
  const [digits = '', fraction = ''] = mantissa.split('.')
  const all = digits + fraction
  let significant = all.length
  while (all[significant - 1] === '0') significant -= 1
  const dropped = all.length - significant
  const integer = significant === 0 || Number(exponent) - fraction.length + dropped >= 0
  if (!Number.isFinite(value)) return Math.sign(value) * Number.MAX_VALUE
  if (integer || !Number.isInteger(value)) return value
  return value + (raw.startsWith('-') ? -0.5 : 0.5)
}

/** Values that digits inside and outside a range of 64 bits round to. */
const ENDS = new Set([2 ** 63, -(2 ** 63), 2 ** 64])

function keepSide(raw: string, value: number): number {
  if (!ENDS.has(value)) return value
  const difference = BigInt(raw) - BigInt(value)
  if (difference === 0n) return value
  return difference < 0n === value > 0 ? value * (1 - Number.EPSILON / 2) : value * (1 + Number.EPSILON)
}

/**
 * Finds the value at a JSON pointer in a JSON text, or the innermost value around it. A value that the text does not contain to its
 * end is cut there. `error` is where the text is not JSON.
 */
export function locateInJson(
  text: string,
  pointer: string,
): { offset: number; length: number; error?: number } {
  const names = splitPointer(pointer)
  let [offset, depth, last] = [0, -1, 0]
  let isOpen = false
  try {
    readJson(text, {
      begin: (at, path) => {
        if (path.length <= depth || path.length > names.length) return
        if (path.every((each, index) => nameOf(each) === names[index]))
          [offset, depth, last, isOpen] = [at, path.length, text.length, true]
      },
      end: (at, ended) => {
        if (isOpen && ended === depth) [last, isOpen] = [at, false]
      },
    })
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    return { offset, length: last - offset, error: error.offset }
  }
  return { offset, length: last - offset }
}
