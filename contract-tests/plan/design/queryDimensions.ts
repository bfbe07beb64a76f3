import type { Contract } from '../../../src/contract/contract.ts'
import type { LimitClass, Probe } from '../../../src/judge/exchange.ts'
import type { PlanFacts } from '../../../src/judge/suite.ts'
import type { PlanDimension, PlanValue } from './planDimension.ts'

const INT32_MAX = 2 ** 31 - 1
/** The maximum of a limit just below the list's length, because requesting another very long list only costs time and memory. */
const MAX_REPEATED = 1_000
/**
 * The limits between one and the length of the list. 9 and 10 have different numbers of digits. 2 and 10 are common limits, so at least
 * three rows of a run with a long list contain each of them, in case one row fails. 8 and 16 are common sizes of batches.
 */
const BETWEEN = [9, 7, 10, 2, 3, 10, 2, 16, 5, 2, 4, 8, 6, 10, 12, 13, 17]
/** A limit that is far above the length of most lists. Many servers have this maximum. */
const LARGE = 1000

/** Limits in the range of int32, which the schema allows, although the contract does not define their effect. */
const OPEN = ['0', '-1', '-2147483648']
/**
 * Invalid limits, each as the part of the query after the name. Gateways may block limits with `benign: false`, so the order gives other
 * limits to the rows with an unusual Accept: the media type of their responses is judged.
 */
const INVALID: readonly { rest: string; benign?: false }[] = [
  { rest: '=abc' },
  { rest: '=%EF%BC%95', benign: false },
  // A superscript two: `isdigit` in Python counts it as a digit, but `int` refuses it.
  { rest: '=%C2%B2' },
  { rest: '=%FF', benign: false },
  { rest: '=' },
  { rest: '=2147483648' },
  { rest: '=%3Csvg%2Fonload%3D1%3E', benign: false },
  { rest: '=-1.5' },
  { rest: '%5B%5D=1', benign: false },
  { rest: '=%', benign: false },
  { rest: '=5.5' },
  { rest: '=99999999999999999999' },
  { rest: '=4294967297' },
  { rest: '=1e3' },
  { rest: '=1&limit=2' },
  { rest: '' },
  { rest: '=0x10' },
]

/** The values of `limit`. The run chooses the numbers as soon as it knows the length of the list. */
const limit: PlanDimension = {
  id: 'limit',
  values: [
    { id: 'none', when: 'without a limit' },
    positive({ id: 'one', when: 'with a limit of 1' }, () => [1]),
    positive(
      { id: 'between', when: 'with a limit above 1, usually below the length of the list' },
      chooseLimitsBetween,
    ),
    positive({ id: 'all-but-one', when: 'with a limit just below the length of the list' }, (facts) => [
      allButOne(facts),
    ]),
    positive({ id: 'all', when: 'with a limit of at least the length of the list' }, ({ plants = 0 }) =>
      [LARGE, plants, LARGE, plants + 1, LARGE, 100, plants, 101].filter(
        (value) => value > 0 && value >= plants,
      ),
    ),
    positive({ id: 'max', when: `with a limit of ${INT32_MAX}` }, () => [INT32_MAX]),
    {
      id: 'open',
      when: 'with a limit of zero or less',
      refusal: 'allowed',
      change: (_probe, { contract, turn }) => limitTo(contract, takeTurn(OPEN, turn)),
    },
    {
      id: 'invalid',
      when: 'with an invalid or very large limit',
      refusal: 'allowed',
      change: (_probe, { contract, turn }) => {
        const { rest, ...others } = takeTurn(INVALID, turn)
        const { name } = contract.limit
        // A contract may allow numbers beyond int32.
        if (/^=\d+$/.test(rest)) return { ...limitTo(contract, rest.slice(1)), ...others }
        return { limit: 'outside', query: name + rest.replace('limit', name), ...others }
      },
    },
  ],
}

/** The seedling emoji, percent-encoded. This character has four bytes in UTF-8. */
const EMOJI = '%F0%9F%8C%B1'

/** The spelling of the limit in the query. */
export const spelling: PlanDimension = {
  id: 'query',
  values: [
    { id: 'plain', when: 'with the limit in its plain spelling' },
    {
      id: 'encoded',
      when: 'with the value of the limit percent-encoded',
      refusal: 'SHOULD',
      change: ({ query = '' }) => ({ query: query.replace(/(?<==)[\d-]/, encodeCharacter) }),
    },
    {
      id: 'among-others',
      when: [
        'with other parameters in the query',
        "with other parameters whose names end like the limit's",
        'with an emoji in another parameter of the query',
      ],
      refusal: 'allowed',
      // A server may use the query in a header or a log, which cannot contain every character, or search the query for the limit's name.
      change: ({ query }, { contract: { limit }, turn }) => {
        const similar = [`kit-${limit.name}=${LARGE}`, `other-${limit.name}=${LARGE}`]
        const [before, after] = takeTurn(
          [['plant=fern', 'kit=1'], similar, [`plant=${EMOJI}`, 'kit=1']],
          turn,
        )
        return { query: [before, query, after].filter(isPresent).join('&') }
      },
    },
    {
      id: 'empty-end',
      when: 'with & at the end of the query',
      refusal: 'SHOULD',
      // If the request has no limit, the URL ends with a question mark.
      change: ({ query }) => ({ query: query === undefined ? '' : `${query}&` }),
    },
  ],
}

export const queryDimensions: readonly PlanDimension[] = [limit, spelling]

/** Returns the limit in the contract's range that is closest to `maxResults`. */
export function fitLimit({ limit: { minimum, maximum } }: Contract, maxResults: number): number {
  return Math.min(Math.max(maxResults, minimum), maximum)
}

type Limited = Pick<Probe, 'limit' | 'maxResults'> & { query: string }

/** Returns the properties of a probe with this string as its limit. */
export function limitTo(contract: Contract, text: string): Limited {
  const limit = classifyLimit(contract.limit, text)
  const query = `${contract.limit.name}=${text}`
  return limit === 'positive' ? { limit, query, maxResults: Number(text) } : { limit, query }
}

/** Classifies a string as a value of `limit`. The contract does not define the effect of zero and negative limits. */
export function classifyLimit(
  { minimum, maximum }: Pick<Contract['limit'], 'minimum' | 'maximum'>,
  text: string,
): LimitClass {
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= minimum && value <= maximum)) return 'outside'
  return value > 0 ? 'positive' : 'open'
}

/** Names the value of the limit dimension for a positive limit. */
export function nameLimit(maxResults: number, facts: PlanFacts): string {
  if (maxResults === INT32_MAX) return 'max'
  if (maxResults === 1) return 'one'
  if (maxResults === allButOne(facts)) return 'all-but-one'
  return maxResults < (facts.plants ?? 0) ? 'between' : 'all'
}

/** Returns a limit just below the length of the list, but at most 1,000. The limit reveals a server that truncates a long response. */
const allButOne = ({ plants = 1 }: PlanFacts): number => Math.max(Math.min(plants - 1, MAX_REPEATED), 1)

function chooseLimitsBetween({ plants = 0 }: PlanFacts): readonly number[] {
  const inside = BETWEEN.filter((value) => value < plants - 1)
  // A short list has no limits between 1 and its length.
  return inside.length > 0 ? inside : BETWEEN
}

function positive(
  value: Pick<PlanValue, 'id' | 'when'>,
  choose: (facts: PlanFacts) => readonly number[],
): PlanValue {
  return {
    ...value,
    change: (_probe, { contract, facts, turn }) =>
      limitTo(contract, String(fitLimit(contract, takeTurn(choose(facts), turn)))),
  }
}

function takeTurn<Value>(values: readonly [Value, ...Value[]] | readonly Value[], turn: number): Value {
  const value = values[turn % values.length]
  if (value === undefined) throw new Error('no value to choose from')
  return value
}

function encodeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

const isPresent = (text: string | undefined): text is string => text !== undefined
