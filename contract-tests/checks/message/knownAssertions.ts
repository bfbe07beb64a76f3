import type { Check } from '../../../src/harness/check.ts'

/** A check of the first version of the contract, and the assertions that it judges. */
type KnownAssertion = Pick<Check, 'id' | 'title' | 'rows' | 'expected'> & {
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
