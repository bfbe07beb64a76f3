import { error, json } from '../../answer.ts'
import { insteadOfPlants, plantAt, plantsBody } from '../../change.ts'
import type { Fault } from '../../implementation.ts'
import { rightAfter } from '../../rightAfter.ts'
import {
  acceptingGzip,
  closing,
  encoded,
  everyAnswer,
  inCompany,
  laterOnConnection,
  limitIs,
  withLimit,
  withoutLimit,
} from '../../when.ts'
import { fault } from '../fault.ts'

const ARRAY = 'plants-array'
const OBJECT = 'plant-object'
const PRESENT = 'plant-name-present'
const NAME = 'plant-name-string'
const TAG = 'plant-tag-string'

const nameless = ({ tag }: { tag?: string }): unknown => ({ tag })

/** A 200 that is no array of Plant. */
export const body: readonly Fault[] = [
  fault(
    'envelope',
    'wraps the list in an object',
    ARRAY,
    'BD01',
    plantsBody((plants) => ({ plants })),
  ),
  fault(
    'envelope-hal',
    'embeds the list as HAL does',
    ARRAY,
    'BD01',
    plantsBody((plants) => ({ _embedded: { plants } })),
  ),
  fault(
    'empty-is-null',
    'answers null for no plants',
    ARRAY,
    'BD02',
    plantsBody((plants, { limits }) => (limits[0] === '0' ? null : plants)),
  ),
  fault(
    'one-is-object',
    'answers one plant as an object',
    ARRAY,
    'BD03 BD12',
    plantsBody((plants) => (plants.length === 1 ? plants[0] : plants)),
  ),
  fault(
    'object-by-index',
    'answers an object with indexes for names',
    ARRAY,
    'BD04',
    plantsBody((plants) => Object.fromEntries(plants.entries())),
  ),
  fault(
    'page-with-limit',
    'answers a page object when a limit is given',
    ARRAY,
    'BD13',
    plantsBody((items) => ({ items, next: 2 }), withLimit),
  ),
  fault(
    'page-without-limit',
    'answers a page object when no limit is given',
    ARRAY,
    'BD13',
    plantsBody((items) => ({ items }), withoutLimit),
  ),
  fault('error-with-200', 'answers a bad limit with an error and status 200', ARRAY, 'BD14', {
    answer: (_ask, correct) => (correct.status === 400 ? { ...correct, status: 200 } : correct),
  }),
  fault(
    'double-encoded',
    'answers a string that holds JSON',
    ARRAY,
    'JS05',
    plantsBody((plants) => JSON.stringify(plants)),
  ),
  fault(
    'wrapped-in-company',
    'wraps the list while it is busy with another request',
    ARRAY,
    'BD01 CA09',
    plantsBody((plants) => ({ plants }), inCompany),
  ),
  fault(
    'wrapped-after-error',
    'wraps the list right after a bad limit',
    ARRAY,
    'BD01',
    rightAfter(
      ({ limits }) => limits[0] === 'abc',
      plantsBody((plants) => ({ plants })),
    ),
  ),
  fault(
    'wrapped-one-in-thirty',
    'wraps one list of thirty',
    ARRAY,
    'CA09',
    insteadOfPlants(() => json(200, { plants: [] }), everyAnswer(30)),
  ),
  fault(
    'error-one-in-thirty',
    'answers one request of thirty with an error and status 200',
    ARRAY,
    'CA09 BD14',
    insteadOfPlants(() => ({ ...error(400, 'busy'), status: 200 }), everyAnswer(29)),
  ),

  fault(
    'names-only',
    'lists strings',
    OBJECT,
    'BD05',
    plantsBody((plants) => plants.map(({ name }) => name)),
  ),
  fault(
    'nested-arrays',
    'lists arrays',
    OBJECT,
    'BD05',
    plantsBody((plants) => plants.map(Object.values)),
  ),
  fault(
    'null-in-the-middle',
    'has null for its ninth plant',
    OBJECT,
    'BD05 BD11',
    plantAt(() => null, 8),
  ),
  fault(
    'null-at-the-end',
    'ends the list with null',
    OBJECT,
    'BD05',
    plantsBody((plants) => [...plants, null], withoutLimit),
  ),

  fault('name-missing', 'leaves out a name', PRESENT, 'BD06', plantAt(nameless)),
  fault('name-missing-ninth', 'leaves out the ninth name', PRESENT, 'BD06 BD11', plantAt(nameless, 8)),
  fault('name-missing-last', 'leaves out the last name', PRESENT, 'BD06 BD11', plantAt(nameless, -1)),
  fault(
    'name-capitalised',
    'calls the name Name',
    PRESENT,
    'BD08',
    plantsBody((plants) => plants.map(({ name }) => ({ Name: name }))),
  ),
  fault(
    'name-renamed',
    'calls the name plantName',
    PRESENT,
    'BD08',
    plantsBody((plants) => plants.map(({ name }) => ({ plantName: name }))),
  ),
  fault(
    'name-missing-limit-7',
    'leaves out a name for limit=7',
    PRESENT,
    'LM08',
    plantAt(nameless, 6, limitIs(7)),
  ),
  fault(
    'name-missing-encoded',
    'leaves out a name when limit is percent-encoded',
    PRESENT,
    'LM08',
    plantAt(nameless, 0, encoded),
  ),
  fault(
    'name-missing-later',
    'leaves out a name in later answers on a connection',
    PRESENT,
    'BD06',
    plantAt(nameless, 0, laterOnConnection),
  ),
  fault(
    'name-missing-closing',
    'leaves out the last name when the connection closes',
    PRESENT,
    'BD06',
    plantAt(nameless, -1, closing),
  ),
  fault(
    'name-missing-gzip',
    'leaves out a name when gzip is accepted',
    PRESENT,
    'BD06',
    plantAt(nameless, 3, acceptingGzip),
  ),
  fault(
    'name-missing-one-in-thirty',
    'leaves out a name in one answer of thirty',
    PRESENT,
    'CA09 BD06',
    plantAt(nameless, 0, everyAnswer(30)),
  ),
  fault(
    'name-missing-after-refusal',
    'leaves out a name right after a refused request',
    PRESENT,
    'BD06',
    rightAfter(({ user }) => user === undefined, plantAt(nameless)),
  ),
  fault(
    'name-missing-after-head',
    'leaves out a name right after HEAD',
    PRESENT,
    'BD06',
    rightAfter(({ method }) => method === 'HEAD', plantAt(nameless)),
  ),

  fault(
    'name-number',
    'has a number for a name',
    NAME,
    'BD07',
    plantAt((plant) => ({ ...plant, name: 42 })),
  ),
  fault(
    'name-null',
    'has null for a name',
    NAME,
    'BD07',
    plantAt((plant) => ({ ...plant, name: null }), 4),
  ),
  fault(
    'name-localised',
    'has an object of languages for a name',
    NAME,
    'BD07',
    plantAt(({ name }) => ({ name: { en: name } }), -1),
  ),
  fault(
    'name-boolean-in-company',
    'has true for a name while it is busy',
    NAME,
    'BD07',
    plantAt((plant) => ({ ...plant, name: true }), 0, inCompany),
  ),

  fault(
    'tag-null',
    'has null where there is no tag',
    TAG,
    'BD09',
    plantsBody((plants) =>
      plants.map(({ name, tag = null }: { name: string; tag?: string | null }) => ({ name, tag })),
    ),
  ),
  fault(
    'tag-number',
    'has a number for a tag',
    TAG,
    'BD10',
    plantAt((plant) => ({ ...plant, tag: 7 })),
  ),
  fault(
    'tag-array',
    'has an array for the last tag',
    TAG,
    'BD10 BD11',
    plantAt((plant) => ({ ...plant, tag: ['house'] }), -1),
  ),
  fault(
    'tag-null-ninth',
    'has null for the ninth tag',
    TAG,
    'BD09 BD11',
    plantAt((plant) => ({ ...plant, tag: null }), 8),
  ),
]
