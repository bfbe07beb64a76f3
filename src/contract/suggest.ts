import { listNames } from './words.ts'

/** Asks about the names that a user may have meant: `did you mean port?`, or an empty text if none is similar. */
export function didYouMean(name: string, names: Iterable<string>, max = 1): string {
  const found = suggest(name, names).slice(0, max)
  return found.length === 0 ? '' : `did you mean ${listNames(found)}?`
}

/** Those of the names that are similar to a user's, best first. */
export function suggest(name: string, names: Iterable<string>): string[] {
  const ranked = [...names]
    .map((each) => ({ each, rank: rank(name, each) }))
    .toSorted((one, other) => one.rank - other.rank)
  const worst = ranked.some((each) => each.rank < SAME_WORDS) ? SAME_WORDS : UNRELATED
  return ranked.filter((each) => each.rank < worst).map(({ each }) => each)
}

/** Whether a name is another with a typo: letter case, a slash at an end, a path prefix, one or two letters. */
export function isTypo(name: string, meant: string): boolean {
  const [one, other] = [normalise(name), normalise(meant)]
  if (one === '') return false
  return isClose(one, other) || one.endsWith(`/${other}`) || other.endsWith(`/${one}`)
}

const SHORTEST_PART = 3
const SAME_WORDS = 4
const UNRELATED = 5

/** The same name but for letter case, then prefixes, typos and parts, those with a shorter rest first; last names with the same words. */
function rank(name: string, meant: string): number {
  const [one, other] = [normalise(name), normalise(meant)]
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const rest = 1 - 1 / (1 + long.length - short.length)
  if (one === other) return 0
  if (short.length < SHORTEST_PART) return one !== '' && isClose(one, other) ? 2 : UNRELATED
  if (long.startsWith(short)) return 1 + rest
  if (isClose(one, other)) return 2 + rest
  if (long.includes(short)) return 3 + rest
  const shared = one.split(/[^a-z0-9]+/).filter((word) => word.length > 3 && other.includes(word.slice(0, 4)))
  return shared.length === 0 ? UNRELATED : SAME_WORDS + 1 / (1 + shared.length)
}

function normalise(name: string): string {
  return name.toLowerCase().split('/').filter(Boolean).join('/')
}

function isClose(one: string, other: string): boolean {
  // Two edits would change most of a short name.
  return isWithin(other.length < 5 ? 1 : 2, one, other)
}

/** Whether so many letters, inserted, removed, changed or swapped with the next, make one name the other. */
function isWithin(edits: number, one: string, other: string): boolean {
  if (one === other) return true
  if (edits === 0 || Math.abs(one.length - other.length) > edits) return false
  let same = 0
  while (one[same] === other[same]) same++
  const [left, right] = [one.slice(same), other.slice(same)]
  const isSwap = left[0] === right[1] && left[1] === right[0]
  return (
    isWithin(edits - 1, left.slice(1), right) ||
    isWithin(edits - 1, left, right.slice(1)) ||
    isWithin(edits - 1, left.slice(1), right.slice(1)) ||
    (isSwap && isWithin(edits - 1, left.slice(2), right.slice(2)))
  )
}
