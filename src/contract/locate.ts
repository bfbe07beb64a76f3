import { type Document, isMap, isScalar, isSeq, type LineCounter, type Node } from 'yaml'

/** The line (from 1) of a JSON pointer in a parsed YAML document; of the nearest ancestor where nothing stands there. */
export function locate(document: Document, lines: LineCounter, pointer: string): number {
  let node: unknown = document.contents
  let offset = (node as Node | null)?.range?.[0] ?? 0
  for (const segment of pointer.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === name)
      if (!pair) break
      offset = (pair.key as Node).range?.[0] ?? offset
      node = pair.value
    } else if (isSeq(node)) {
      node = node.items[Number(name)]
      if (!node) break
      offset = (node as Node).range?.[0] ?? offset
    } else break
  }
  return lines.linePos(offset).line
}

/** A member's name as one segment of a JSON pointer (RFC 6901). */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
