import { type Document, isMap, isNode, isScalar, isSeq, type LineCounter } from './input/yaml.ts'
import { splitPointer } from './jsonPointer.ts'

/** The line (from 1) of a JSON pointer in a parsed YAML document, or of its nearest existing ancestor. */
export function locate(document: Document, lines: LineCounter, pointer: string): number {
  let node: unknown = document.contents
  let offset = document.contents?.range?.[0] ?? 0
  for (const name of splitPointer(pointer)) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === name)
      if (!pair) break
      offset = isNode(pair.key) ? (pair.key.range?.[0] ?? offset) : offset
      node = pair.value
    } else if (isSeq(node)) {
      node = node.items[Number(name)]
      if (!isNode(node)) break
      offset = node.range?.[0] ?? offset
    } else break
  }
  return lines.linePos(offset).line
}
