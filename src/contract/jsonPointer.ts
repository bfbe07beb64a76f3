/** The JSON pointer (RFC 6901) of a property or an element of the value at another pointer. */
export function childPointer(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The keys and indexes that a JSON pointer consists of. */
export function splitPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The value at a JSON pointer; undefined if there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  return splitPointer(pointer).reduce(memberOf, document)
}

/** The property of an object or the element of an array; undefined if there is none. */
export function memberOf(node: unknown, name: string): unknown {
  return typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[name] : undefined
}

/** Whether a value is a JSON object, and not an array. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
