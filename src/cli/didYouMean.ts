import { isNearMiss } from '../mock/suggest.ts'

/** The ids that may have been meant, as a part of a message with what parts it from the next; empty where none is near. */
export function didYouMean(given: string, ids: readonly string[]): string {
  const near = ids.filter((id) => isNearMiss(given, id))
  const words = given.toLowerCase().split(/[^a-z0-9]+/)
  const starts = words.filter((word) => word.length > 3).map((word) => word.slice(0, 4))
  // Those that have most of its words in them come first.
  const shared = (id: string): number => starts.filter((start) => id.toLowerCase().includes(start)).length
  const similar = ids.filter((id) => shared(id) > 0).toSorted((one, other) => shared(other) - shared(one))
  const found = (near.length > 0 ? near : similar).slice(0, 3)
  return found.length === 0 ? '' : `did you mean ${found.join(', ')}? `
}
