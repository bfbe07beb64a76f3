/** Returns the message of a thrown error, or of any other thrown value. */
export function messageOf(error: unknown): string {
  return has(error, 'message') ? String(error.message) : String(error)
}

/** Says why a file cannot be read or written: `no such file or directory`. */
export function readReason(error: unknown): string {
  if (errorCode(error) === 'EISDIR') return 'expected a file instead of a folder'
  return messageOf(error).replace(/^[A-Z]+: |, .*$/gs, '')
}

/** Returns the code of a system error, such as `ENOENT`, or undefined for errors without a code. */
export function errorCode(error: unknown): string | undefined {
  return has(error, 'code') && typeof error.code === 'string' ? error.code : undefined
}

/**
 * Whether a value is an error with this name. Error classes use this function in `Symbol.hasInstance`: the package contains each class
 * twice, as ESM and as CommonJS, and `instanceof` must recognise the instances of both.
 */
export function isNamed(value: unknown, name: string): boolean {
  return has(value, 'name') && value.name === name
}

/** Whether an error has a property. `instanceof Error` does not work in Jest, whose `Error` is not Node.js's. */
function has<Name extends string>(error: unknown, name: Name): error is Record<Name, unknown> {
  return typeof error === 'object' && error !== null && name in error
}

/** Formats a number with its noun: `1 plant`, `2 plants`. Pass an irregular plural as `several`. */
export function pluralize(count: number, noun: string, several = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : several}`
}

/** Formats an ordinal number: `first`, `second`, `21st`. */
export function ordinal(number: number): string {
  const words = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')
  const [last = ''] = /(?<!1)[123]$/.exec(`${number}`) ?? []
  return words[number - 1] ?? `${number}${{ 1: 'st', 2: 'nd', 3: 'rd' }[last] ?? 'th'}`
}

/** Lists names for a message: `mock, verify or prove`. */
export function listNames(names: readonly string[], word = 'or'): string {
  return names.join(', ').replace(/, ([^,]*)$/, ` ${word} $1`)
}

/** Formats a user's string for a message: in quotes, escaped, and shortened if it is long. */
export function quote(value: string): string {
  // Repair the end, because shortening may have split a surrogate pair, and half of a pair is not valid Unicode.
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60).toWellFormed()}…` : value)
}

/** Shortens a string of more than `max` characters, and appends its original length: `999… (8006 characters)`. */
export function shorten(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}… (${text.length} characters)` : text
}

/** Formats a string as one argument of a shell command, in quotes unless all characters are known to be safe. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** Matches names of headers, parameters and variables with secret values. Short names must be whole words: "side" contains "sid". */
export const SECRET_NAME =
  /auth(?!or(?!i))|token|secret|passw|passphrase|pwd|cookie|(?:api|access)[-_. ]?key|sess(?:ion)?[-_]?id|credential|signature|jwt|bearer|(?<![a-z])(?:pass|sid|pat|creds)(?![a-z])/i
