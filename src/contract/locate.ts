import { type Document, isMap, isScalar, isSeq, type LineCounter, type Node } from 'yaml'
import { splitPointer } from './jsonPointer.ts'

/** The line (from 1) of a JSON pointer in a parsed YAML document, or of its nearest existing ancestor. */
export function locate(document: Document, lines: LineCounter, pointer: string): number {
  let node: unknown = document.contents
  let offset = (node as Node | null)?.range?.[0] ?? 0
  for (const name of splitPointer(pointer)) {
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
