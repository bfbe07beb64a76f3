import type { Assertion, Step } from '../../../src/contract/schema/assertions.ts'
import { describeAssertion } from '../../../src/contract/schema/describeAssertion.ts'
import type { Check } from '../../../src/harness/check.ts'

/** Assertions that one check judges, with its texts. */
export type NamedAssertions = Pick<Check, 'id' | 'title' | 'rows' | 'expected'> & {
  assertions: readonly Assertion[]
  /** JSON pointer of the clause in the contract. */
  pointer: string
}

type Texts = Pick<Check, 'id' | 'title' | 'rows' | 'expected'> & {
  /** Where in the body: `*` stands for each element. */
  place: string
  keyword: string
  /** The values of the keyword; the names that are required. */
  values: readonly string[]
}

/** Checks whose ids are permanent: those of the first version of the contract. */
const PLANTS: readonly Texts[] = [
  {
    id: 'plants-array',
    title: 'Returns an array with status 200',
    rows: ['BD01', 'BD02', 'BD03', 'BD04', 'BD12', 'BD13', 'BD14', 'JS05', 'CA09'],
    place: '',
    keyword: 'type',
    values: ['array'],
    expected: 'a JSON array: for no plants, one and many, with limit and without',
  },
  {
    id: 'plant-object',
    title: 'Every plant is an object',
    rows: ['BD05', 'BD11'],
    place: '/*',
    keyword: 'type',
    values: ['object'],
    expected: 'only objects in the array',
  },
  {
    id: 'plant-name-present',
    title: 'Every plant has a name',
    rows: ['BD06', 'BD08', 'BD11', 'LM08', 'CA09'],
    place: '/*',
    keyword: 'required',
    values: ['name'],
    expected: 'the member "name", in exactly this spelling, in each element',
  },
  {
    id: 'plant-name-string',
    title: 'Every name is a string',
    rows: ['BD07', 'BD11'],
    place: '/*/name',
    keyword: 'type',
    values: ['string'],
    expected: 'a string, never null',
  },
  {
    id: 'plant-tag-string',
    title: 'Every tag, if present, is a string',
    rows: ['BD09', 'BD10', 'BD11'],
    place: '/*/tag',
    keyword: 'type',
    values: ['string'],
    expected: 'a string, or no such member; never null',
  },
]

const ERROR: readonly Texts[] = [
  {
    id: 'error-object',
    title: 'Returns an object with status 400',
    rows: ['ER02', 'ER10'],
    place: '',
    keyword: 'type',
    values: ['object'],
    expected: 'a JSON object',
  },
  {
    id: 'error-members-present',
    title: 'Every Error has `error` and `message`',
    rows: ['ER03', 'ER10'],
    place: '',
    keyword: 'required',
    values: ['error', 'message'],
    expected: 'the members "error" and "message"',
  },
  {
    id: 'error-integer',
    title: 'Every Error has an integer `error`',
    rows: ['ER04', 'ER05', 'ER06'],
    place: '/error',
    keyword: 'type',
    values: ['integer'],
    expected: 'an integer, such as 400, 400.0 or 4e2; never a string',
  },
  {
    id: 'error-int32',
    title: 'Every Error has an `error` that fits in int32',
    rows: ['ER07', 'JS12'],
    place: '/error',
    keyword: 'format',
    values: ['int32'],
    expected: 'a value from -2147483648 to 2147483647',
  },
  {
    id: 'error-message-string',
    title: 'Every Error has a string `message`',
    rows: ['ER08'],
    place: '/message',
    keyword: 'type',
    values: ['string'],
    expected: 'a string, never null',
  },
]

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
    named.set(assertion, {
      id,
      title: `${subject} ${is}`,
      rows: [],
      expected,
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
