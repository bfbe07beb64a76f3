/** Follows a JSON pointer through every `$ref` on the way, and returns the pointer of the place where it ends. */
export function resolvePointer(document: unknown, pointer: string): string {
  let at = ''
  let node = document
  for (const segment of pointer.split('/').slice(1)) {
    at += `/${segment}`
    node = memberOf(node, segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    const reference = memberOf(node, '$ref')
    if (typeof reference !== 'string') continue
    at = resolvePointer(document, reference.slice(1))
    node = at.split('/').slice(1).reduce(memberOf, document)
  }
  return at
}

function memberOf(node: unknown, name: string): unknown {
  return typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[name] : undefined
}
