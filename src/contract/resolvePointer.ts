import { childPointer, memberOf, splitPointer, valueAt } from './jsonPointer.ts'

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
