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

/** Follows a JSON pointer through every `$ref` on the way, and returns the pointer of the place where it ends. */
export function resolvePointer(document: unknown, pointer: string): string {
  let at = ''
  let node = document
  for (const name of splitPointer(pointer)) {
    at = childPointer(at, name)
    node = memberOf(node, name)
    const reference = memberOf(node, '$ref')
    if (typeof reference !== 'string') continue
    at = resolvePointer(document, reference.slice(1))
    node = valueAt(document, at)
  }
  return at
}

function memberOf(node: unknown, name: string): unknown {
  return typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[name] : undefined
}
