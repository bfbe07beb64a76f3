import type { Check } from '../../../src/judge/check.ts'

/** A check of the first version of the contract, and the assertions that it judges. */
type KnownAssertion = Pick<Check, 'id' | 'title' | 'rows' | 'expected' | 'fix'> & {
  /** Where in the body: `*` stands for each element. */
  place: string
  keyword: string
  /** The values of the keyword; the names that are required. */
  values: readonly string[]
}

/** The assertions about a 200 in the first version of the contract. Their ids are permanent. */
export const PLANTS: readonly KnownAssertion[] = [
  {
    id: 'plants-array',
    title: 'Returns an array with status 200',
    rows: ['BD01', 'BD02', 'BD03', 'BD04', 'BD12', 'BD13', 'BD14', 'JS05', 'CA09'],
    place: '',
    keyword: 'type',
    values: ['array'],
    expected: 'a JSON array: for no plants, one and many, with limit and without',
    fix: 'Return the array itself as the body, without an object around it, and [] for no plants.',
  },
  {
    id: 'plant-object',
    title: 'Every plant is an object',
    rows: ['BD05', 'BD11'],
    place: '/*',
    keyword: 'type',
    values: ['object'],
    expected: 'only objects in the array',
    fix: 'Put only objects into the array: leave out null, and do not return bare names or ids.',
  },
  {
    id: 'plant-name-present',
    title: 'Every plant has a name',
    rows: ['BD06', 'BD08', 'BD11', 'LM08', 'CA09'],
    place: '/*',
    keyword: 'required',
    values: ['name'],
    expected: 'the member "name", in exactly this spelling, in each element',
    fix: 'Write the member "name" in exactly this spelling for every plant, and for every limit.',
  },
  {
    id: 'plant-name-string',
    title: 'Every name is a string',
    rows: ['BD07', 'BD11'],
    place: '/*/name',
    keyword: 'type',
    values: ['string'],
    expected: 'a string, never null',
    fix: 'Make the name a string for every plant: convert numbers, and repair or leave out records without a name.',
  },
  {
    id: 'plant-tag-string',
    title: 'Every tag, if present, is a string',
    rows: ['BD09', 'BD10', 'BD11'],
    place: '/*/tag',
    keyword: 'type',
    values: ['string'],
    expected: 'a string, or no such member; never null',
    fix: 'Write each "tag" as a string: convert numbers and arrays, and leave it out if a plant has none.',
  },
]

/** The assertions about a 400 in the first version of the contract. */
export const ERROR: readonly KnownAssertion[] = [
  {
    id: 'error-object',
    title: 'Returns an object with status 400',
    rows: ['ER02', 'ER10'],
    place: '',
    keyword: 'type',
    values: ['object'],
    expected: 'a JSON object',
    fix: 'Return one JSON object with "error" and "message" for every 400, also from the framework\'s own validation.',
  },
  {
    id: 'error-members-present',
    title: 'Every Error has `error` and `message`',
    rows: ['ER03', 'ER10'],
    place: '',
    keyword: 'required',
    values: ['error', 'message'],
    expected: 'the members "error" and "message"',
    fix: 'Write both members, "error" and "message", in every 400, also in those that the framework sends.',
  },
  {
    id: 'error-integer',
    title: 'Every Error has an integer `error`',
    rows: ['ER04', 'ER05', 'ER06'],
    place: '/error',
    keyword: 'type',
    values: ['integer'],
    expected: 'an integer, such as 400, 400.0 or 4e2; never a string',
    fix: 'Write "error" as a JSON number without quotation marks, such as 400.',
  },
  {
    id: 'error-int32',
    title: 'Every Error has an `error` that fits in int32',
    rows: ['ER07', 'JS12'],
    place: '/error',
    keyword: 'format',
    values: ['int32'],
    expected: 'a value from -2147483648 to 2147483647',
    fix: 'Use a number between -2147483648 and 2147483647 for "error", such as the status code.',
  },
  {
    id: 'error-message-string',
    title: 'Every Error has a string `message`',
    rows: ['ER08'],
    place: '/message',
    keyword: 'type',
    values: ['string'],
    expected: 'a string, never null',
    fix: 'Write "message" as one string: join several messages, and do not write null or an object.',
  },
]
