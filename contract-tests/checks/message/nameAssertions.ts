import type { Assertion, Step } from '../../../src/contract/schema/assertions.ts'
import { describeAssertion } from '../../../src/contract/schema/describeAssertion.ts'
import type { Check } from '../../../src/judge/check.ts'
import { ERROR, PLANTS } from './knownAssertions.ts'

/** Assertions that one check judges, with its texts. */
export type NamedAssertions = Pick<Check, 'id' | 'title' | 'rows' | 'expected' | 'fix'> & {
  assertions: readonly Assertion[]
  /** JSON pointer of the clause in the contract. */
  pointer: string
}

const KNOWN = { plants: PLANTS, error: ERROR }

/** The 200, the 400, or the status of another refusal. */
type Documented = keyof typeof KNOWN | number

/** Names the assertions of a response. One that the first version of the contract lacks gets texts that are derived from it. */
export function nameAssertions(response: Documented, assertions: readonly Assertion[]): NamedAssertions[] {
  const named = new Map<Assertion, NamedAssertions>()
  for (const { place, keyword, values, ...texts } of typeof response === 'number' ? [] : KNOWN[response]) {
    const found = values.map((value) =>
      assertions.find(
        (each) => each.value === value && each.keyword === keyword && toText(each.place) === place,
      ),
    )
    const [first] = found
    const all = found.filter((each) => each !== undefined)
    if (!first || all.length < values.length) continue
    // Several names are a clause together: their list.
    const pointer = keyword === 'required' ? first.pointer.replace(/\/\d+$/, '') : first.pointer
    for (const each of all) named.set(each, { ...texts, assertions: all, pointer })
  }
  // The permanent ids keep their meaning, whether this contract has their assertions or not.
  const ids = new Set([...PLANTS, ...ERROR].map(({ id }) => id))
  for (const assertion of assertions) {
    if (named.has(assertion)) continue
    const id = makeUnique(deriveId(response, assertion), ids)
    ids.add(id)
    const subject = describeSubject(response, assertion)
    const { is, expected } = describeAssertion(assertion.keyword, assertion.value)
    const { pointer } = assertion
    const title = `${subject} ${is}`
    named.set(assertion, {
      id,
      title,
      rows: [],
      expected,
      fix: `Change the response so that ${title.charAt(0).toLowerCase()}${title.slice(1)}.`,
      assertions: [assertion],
      pointer,
    })
  }
  return [...new Map(assertions.map((each) => [named.get(each)?.id, named.get(each)])).values()].filter(
    (each) => each !== undefined,
  )
}

function toText(place: readonly Step[]): string {
  return place
    .map((step) => `/${'each' in step ? '*' : 'member' in step ? step.member : step.index}`)
    .join('')
}

/** `plant-height-minimum`: the noun, the way to the value, and the keyword. */
function deriveId(response: Documented, { place, keyword, value }: Assertion): string {
  const [first, ...rest] = place
  const plantNoun = first === undefined ? 'plants' : 'plant'
  const noun = response === 'plants' ? plantNoun : response === 'error' ? 'error' : `error-${response}`
  const way = response === 'plants' ? rest : place
  const names = way.map((step) =>
    'each' in step ? step.each : String('member' in step ? step.member : step.index),
  )
  const end = keyword === 'required' ? [String(value), 'present'] : [keyword]
  return [noun, ...names, ...end].map(toKebab).join('-')
}

/** `heightCm` becomes `height-cm`. */
function toKebab(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

function makeUnique(id: string, ids: ReadonlySet<string>): string {
  if (!ids.has(id)) return id
  let number = 2
  while (ids.has(`${id}-${number}`)) number++
  return `${id}-${number}`
}

/** The value that an assertion is about, as the subject of a sentence. */
function describeSubject(response: Documented, { place, isOptional }: Assertion): string {
  const [first, ...rest] = place
  if (response === 'plants' && first === undefined) return 'The list'
  const way = response === 'plants' ? rest : place
  const noun = response === 'plants' ? 'plant' : response === 'error' ? 'Error' : `body of a ${response}`
  if (way.length === 0) return `Every ${noun}`
  const last = way.at(-1)
  const parent = toName(last !== undefined && 'each' in last ? way.slice(0, -1) : way)
  const each = last !== undefined && 'each' in last ? `${last.each} of ` : ''
  const whose = parent === '' ? noun : `\`${parent}\``
  const error = response === 'error' ? 'an Error' : `a ${response}`
  const owner = response !== 'plants' && parent !== '' ? ` of ${error}` : ''
  return `Every ${each}${whose}${owner}${isOptional && each === '' ? ', if present,' : ''}`
}

/** `supplier.name`, `photos[0]`. */
function toName(way: readonly Step[]): string {
  return way
    .map((step) => ('member' in step ? `.${step.member}` : 'index' in step ? `[${step.index}]` : '[]'))
    .join('')
    .replace(/^\./, '')
}
