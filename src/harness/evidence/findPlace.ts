import type { Message, Place, Violation } from '../report.ts'

/** Finds the place of a violation in a response; undefined if it has none, as for a missing header. */
export function findPlace({ pointer }: Violation, { head }: Message): Place | undefined {
  if (pointer === 'status') return { part: 'head', offset: 'HTTP/1.1 '.length, length: 3 }
  if (!/^[\w-]+$/.test(pointer)) return undefined
  const lines = head.split('\r\n')
  const index = lines.findIndex((line) => line.toLowerCase().startsWith(`${pointer.toLowerCase()}:`))
  if (index < 0) return undefined
  return {
    part: 'head',
    offset: lines.slice(0, index).join('\r\n').length + 2,
    length: lines[index]?.length ?? 0,
  }
}
