/**
 * Finds a smallest list that still passes the test, which the whole list does: delta debugging. It splits the list into more
 * and more parts, and keeps a part, or all but a part, that passes. A test that resolves to undefined ends the search.
 */
export async function minimise<Item>(
  items: readonly Item[],
  test: (items: readonly Item[]) => Promise<boolean | undefined>,
): Promise<readonly Item[]> {
  let kept: readonly Item[] = items
  let parts = 2
  while (kept.length > 1) {
    const chunks = split(kept, parts)
    const rests = chunks.map((chunk) => kept.filter((item) => !chunk.includes(item)))
    // With two parts, the rest of one is the other.
    const candidates: readonly (readonly Item[])[] = parts === 2 ? chunks : [...chunks, ...rests]
    const smaller = await findPassing(candidates, test)
    if (smaller === 'ended') return kept
    if (smaller) {
      parts = candidates.indexOf(smaller) < parts ? 2 : Math.max(parts - 1, 2)
      kept = smaller
    } else if (parts >= kept.length) return kept
    else parts = Math.min(parts * 2, kept.length)
  }
  return kept
}

async function findPassing<Item>(
  candidates: readonly (readonly Item[])[],
  test: (items: readonly Item[]) => Promise<boolean | undefined>,
): Promise<readonly Item[] | 'ended' | undefined> {
  for (const candidate of candidates) {
    const passes = await test(candidate)
    if (passes === undefined) return 'ended'
    if (passes) return candidate
  }
  return undefined
}

/** Splits a list into parts of almost equal length. */
function split<Item>(items: readonly Item[], parts: number): Item[][] {
  return Array.from({ length: parts }, (_, index) =>
    items.slice(Math.floor((index * items.length) / parts), Math.floor(((index + 1) * items.length) / parts)),
  )
}
