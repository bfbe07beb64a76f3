/** Asks about the names that a user may have meant: `did you mean port?`, or an empty text if none is similar. */
export function didYouMean(given: string, names: Iterable<string>, most = 1): string {
  const found = suggest(given, names).slice(0, most)
  return found.length === 0 ? '' : `did you mean ${listNames(found)}?`
}

/** Lists names for a message: `mock, verify or prove`. */
export function listNames(names: readonly string[], word = 'or'): string {
  return names.join(', ').replace(/, ([^,]*)$/, ` ${word} $1`)
}

/** The names that are similar to what a user gave, best first. */
export function suggest(given: string, names: Iterable<string>): string[] {
  if (given.length > LONGEST) return []
  const ranked = [...names]
    .map((name) => ({ name, rank: rank(given, name), rest: Math.abs(given.length - name.length) }))
    .toSorted((one, other) => one.rank - other.rank || one.rest - other.rest)
  const similar = ranked.filter(({ rank }) => rank < UNRELATED)
  if (similar.length > 0) return similar.map(({ name }) => name)
  const words = given.toLowerCase().split(/[^a-z0-9]+/)
  const starts = words.filter((word) => word.length > 3).map((word) => word.slice(0, 4))
  const shared = (name: string): number => starts.filter((start) => name.toLowerCase().includes(start)).length
  return ranked
    .map(({ name }) => name)
    .filter((name) => shared(name) > 0)
    .toSorted((one, other) => shared(other) - shared(one))
}

/** Whether a name is another with a typo: letter case, a slash at an end, a path prefix, one or two letters. */
export function isTypo(given: string, meant: string): boolean {
  if (given.length > LONGEST) return false
  const [one, other] = [normalise(given), normalise(meant)]
  if (one === '') return false
  return isClose(one, other) || one.endsWith(`/${other}`) || other.endsWith(`/${one}`)
}

const LONGEST = 200
const SHORTEST_PART = 3
const UNRELATED = 4

/** The same name but for letter case, then prefixes, then typos, then parts. */
function rank(given: string, name: string): number {
  const [one, other] = [normalise(given), normalise(name)]
  if (one === other) return 0
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length >= SHORTEST_PART && long.startsWith(short)) return 1
  if (one !== '' && isClose(one, other)) return 2
  return short.length >= SHORTEST_PART && long.includes(short) ? 3 : UNRELATED
}

function normalise(name: string): string {
  return name.toLowerCase().split('/').filter(Boolean).join('/')
}

function isClose(one: string, other: string): boolean {
  // Two edits would change most of a short name.
  return distance(one, other) <= (other.length < 5 ? 1 : 2)
}

/** How many letters have to be inserted, removed, changed or swapped with the next (optimal string alignment). */
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
