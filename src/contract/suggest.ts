import { distance } from 'fastest-levenshtein'
import { listNames } from './words.ts'

/** Asks about the names that a user may have meant: `did you mean port?`, or an empty string if no name is similar. */
export function didYouMean(name: string, names: Iterable<string>, max = 1): string {
  const found = suggest(name, names).slice(0, max)
  return found.length === 0 ? '' : `did you mean ${listNames(found)}?`
}

/** The names that are similar to a user's name, best first. */
export function suggest(name: string, names: Iterable<string>): string[] {
  const ranked = [...names].map((each) => ({ each, rank: rank(normalise(name), normalise(each)) }))
  const similar = ranked.filter((each) => each.rank >= 0)
  return similar.toSorted((one, other) => one.rank - other.rank).map(({ each }) => each)
}

/** Whether a name is probably a typo of another: letter case, a slash at either end, a path prefix, or one or two wrong letters. */
export function isTypo(name: string, meant: string): boolean {
  const [one, other] = [normalise(name), normalise(meant)]
  return one !== '' && (isClose(one, other) || one.endsWith(`/${other}`) || other.endsWith(`/${one}`))
}

function normalise(name: string): string {
  return name.toLowerCase().split('/').filter(Boolean).join('/')
}

/** Ranks how similar two names are: same except for letter case, a prefix, a typo, a part. -1 if they are not similar. */
function rank(one: string, other: string): number {
  const [short = '', long = ''] = one.length < other.length ? [one, other] : [other, one]
  const isPart = short.length > 2 && long.includes(short)
  const isPrefix = isPart && long.startsWith(short)
  return [one === other, isPrefix, one !== '' && isClose(one, other), isPart].indexOf(true)
}

function isClose(one: string, other: string): boolean {
  // Two edits would change most of a short name, unless they swap letters.
  const max = other.length > 5 || sortLetters(one) === sortLetters(other) ? 2 : 1
  return distance(one, other) <= max
}

function sortLetters(text: string): string {
  return [...text].sort().join('')
}
