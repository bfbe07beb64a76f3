/** Returns the JSON pointer (RFC 6901) of a property or element of the value at `pointer`. */
export function childPointer(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Splits a JSON pointer into its keys and indexes. */
export function splitPointer(pointer: string): string[] {
  const [, ...segments] = pointer.split('/')
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Returns the value at a JSON pointer, or undefined if the document has no such value. */
export function valueAt(document: unknown, pointer: string): unknown {
  return splitPointer(pointer).reduce(memberOf, document)
}

/** Returns a property of an object or an element of an array, or undefined if the node has no such property or element. */
export function memberOf(node: unknown, name: string): unknown {
  return Object.hasOwn(Object(node), name) ? (node as Record<string, unknown>)[name] : undefined
}

/** Whether a value is a JSON object, and not an array. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
