/** The JSON pointer (RFC 6901) of a member or an element of the value at another pointer. */
export function childPointer(pointer: string, name: string | number): string {
  return `${pointer}/${escapePointer(String(name))}`
}

/** A name as one segment of a JSON pointer. */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The names on the way to what a JSON pointer points to. */
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

/** The JSON pointer of a reference into the same file: `#/components/schemas/My%20Plant`. */
export function referencePointer(reference: string): string {
  const fragment = reference.slice(1)
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

function memberOf(node: unknown, name: string): unknown {
  return typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[name] : undefined
}
