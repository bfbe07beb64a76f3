/** The name that was meant, where one is near. */
export function suggest(given: string, names: Iterable<string>): string | undefined {
  for (const name of names) if (isNearMiss(given, name)) return name
  return undefined
}

/** Whether two names differ by what one slips into: letter case, a slash, one or two letters. */
export function isNearMiss(given: string, meant: string): boolean {
  const one = given.toLowerCase().replaceAll(/^\/+|\/+$/g, '')
  const other = meant.toLowerCase().replaceAll(/^\/+|\/+$/g, '')
  if (one === '' || one.length > 200) return false
  // Of a short name two letters are most.
  const slips = other.length < 5 ? 1 : 2
  return distance(one, other) <= slips || one.endsWith(`/${other}`) || other.endsWith(`/${one}`)
}

/** Levenshtein's: how many letters must be put in, taken out or changed. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
