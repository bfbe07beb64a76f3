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

/** How many letters must be put in, taken out, changed or swapped with the next (optimal string alignment). */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= other.length; j++) {
      const changed = at(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwap = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(Math.min(changed, at(i - 1, j) + 1, at(i, j - 1) + 1, isSwap ? at(i - 2, j - 2) + 1 : changed))
    }
  }
  return at(one.length, other.length)
}
