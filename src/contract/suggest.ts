import { distance } from 'fastest-levenshtein'
import { listNames } from './words.ts'

/** Suggests names that a user may have meant: `did you mean port?`, or an empty string if no name is similar. */
export function didYouMean(name: string, names: Iterable<string>, max = 1): string {
  const ranked = [...names].map((each) => ({ each, rank: rank(name.toLowerCase(), each.toLowerCase()) }))
  const similar = ranked.filter((each) => each.rank >= 0).toSorted((one, other) => one.rank - other.rank)
  const found = listNames(similar.slice(0, max).map(({ each }) => each))
  return found && `did you mean ${found}?`
}

/** Compares two names: 0 if they are equal, 1 if one begins with the other, 2 for a typo, 3 if one contains the other, or else -1. */
function rank(one: string, other: string): number {
  const [short = '', long = ''] = one.length < other.length ? [one, other] : [other, one]
  const isPart = short.length > 2 && long.includes(short)
  const sortLetters = (text: string): string => [...text].sort().join('')
  // Two edits of a short name count as a typo only if they keep its letters, because other edits would change most of the name.
  const max = other.length > 5 || (one.length < 6 && sortLetters(one) === sortLetters(other)) ? 2 : 1
  const isClose = short !== '' && long.length - short.length <= max && distance(one, other) <= max
  return [one === other, isPart && long.startsWith(short), isClose, isPart].indexOf(true)
}
