import { correctAnswer, json } from '../../answer.ts'
import { answers, fields, insteadOfPlants, plantAt, plantsBody } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { defaultPlants, otherPlants } from '../../plants.ts'
import { rightAfter } from '../../rightAfter.ts'
import {
  acceptingGzip,
  always,
  closing,
  everyRequest,
  inCompany,
  laterOnConnection,
  type When,
  withLimit,
  withoutAccept,
} from '../../when.ts'
import { fault } from '../fault.ts'

const LISTS = { first: defaultPlants, second: otherPlants }
const tokenless: When = ({ headers }) => headers.authorization === undefined

/** Serves whoever the correct server refuses, where the condition holds. */
const opens = (when: When): Difference => ({
  answer: (ask, correct, memory) =>
    ask.user === undefined && when(ask, memory) ? correctAnswer({ ...ask, user: 'first' }, LISTS) : correct,
})
/** Ignores limit where the condition holds. */
const unlimited = (when: When, plants: readonly unknown[] = defaultPlants): Difference => ({
  plants,
  ...insteadOfPlants(
    () => json(200, plants),
    (ask, memory) => withLimit(ask, memory) && when(ask, memory),
  ),
})
/** Lets a page stand for the Error of a 400, where the condition holds. */
const page = (when: When): Difference =>
  answers(
    () => ({ status: 400, headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad Request</h1>' }),
    (ask, memory, { status }) => status === 400 && when(ask, memory),
  )
const both =
  (one: When, other: When): When =>
  (ask, memory) =>
    one(ask, memory) && other(ask, memory)

const named = (...names: readonly string[]) => names.map((name) => ({ name }))

/** Faults that show only where two things come together: no token and a known connection, a limit and gzip. */
export const together: readonly Fault[] = [
  fault(
    'auth-open-on-known-connection',
    'serves whoever comes on a connection where a token was',
    'auth-token-needed',
    'AU01',
    opens(both(tokenless, laterOnConnection)),
  ),
  fault(
    'auth-open-with-origin',
    'serves browsers without a token',
    'auth-token-needed',
    'AU01',
    opens((ask, memory) => tokenless(ask, memory) && ask.headers.origin !== undefined),
  ),
  fault(
    'auth-open-in-company',
    'serves a request without a token while it is busy with another one',
    'auth-token-needed',
    'AU01',
    opens(both(tokenless, inCompany)),
  ),
  fault(
    'auth-any-token-with-limit',
    'takes any token when a limit is given',
    'auth-token-checked',
    'AU03',
    opens((ask, memory) => !tokenless(ask, memory) && withLimit(ask, memory)),
  ),
  fault(
    'auth-any-token-on-known-connection',
    'takes any token on a connection where a good one was',
    'auth-token-checked',
    'AU03',
    opens((ask, memory) => !tokenless(ask, memory) && laterOnConnection(ask, memory)),
  ),
  fault(
    'auth-end-of-token-compared',
    'takes whatever ends with the token',
    'auth-whole-token-compared',
    'AU06',
    opens(({ headers }) => /^Bearer .+token-alice$/.test(headers.authorization ?? '')),
  ),

  fault(
    'limit-ignored-with-gzip',
    'ignores limit when gzip is accepted',
    'limit-honoured',
    'LM01',
    unlimited(acceptingGzip),
  ),
  fault(
    'limit-ignored-at-close',
    'ignores limit when the connection is to be closed',
    'limit-honoured',
    'LM01',
    unlimited(closing),
  ),
  fault(
    'limit-ignored-after-head',
    'ignores the limit right after HEAD',
    'limit-honoured',
    'LM01 FR10',
    rightAfter(({ method }) => method === 'HEAD', unlimited(always)),
  ),
  fault(
    'limit-read-to-the-end',
    'reads limit up to the end of the query, and ignores it when another parameter follows',
    'limit-honoured',
    'LM01',
    unlimited(({ query }) => /limit=\d+&/.test(query)),
  ),
  fault(
    'limit-of-two-ignored',
    'has two plants and ignores limit',
    'limit-honoured',
    'LM01',
    unlimited(always, named('Aloe vera', 'Ficus lyrata')),
  ),
  fault(
    'limit-of-three-ignored-in-company',
    'has three plants and ignores limit while it is busy with another request',
    'limit-honoured',
    'CA06',
    unlimited(inCompany, named('Aloe vera', 'Ficus lyrata', 'Rosa canina')),
  ),

  fault(
    'error-page-for-any',
    'answers a bad limit with a page for Accept: */*',
    'content-type-json',
    'ER09 HD11',
    page(({ headers }) => headers.accept === '*/*'),
  ),
  fault(
    'error-page-without-accept',
    'answers a bad limit with a page where the client does not say what it accepts',
    'content-type-json',
    'ER09 HD11',
    page(withoutAccept),
  ),
  fault(
    'error-page-in-company',
    'answers a bad limit with a page while it is busy with another request',
    'content-type-json',
    'ER09 ER10',
    page(inCompany),
  ),
  fault(
    'error-page-at-close',
    'answers a bad limit with a page when the connection is to be closed',
    'content-type-json',
    'ER09 ER10',
    page(closing),
  ),
  fault(
    'error-gzip-declared-only',
    'says gzip of a plain error to whoever accepts gzip',
    'coding-decodes',
    'HD08',
    fields({ 'Content-Encoding': 'gzip' }, [400], acceptingGzip),
  ),

  fault(
    'name-missing-ninth-at-times',
    'leaves out the ninth name in the answer to one request of thirty',
    'plant-name-present',
    'BD11 CA09',
    plantAt(({ tag }) => ({ tag }), 8, everyRequest(30)),
  ),
  fault(
    'name-missing-second-user',
    'leaves out the names of the second user',
    'plant-name-present',
    'BD06 CA09',
    plantsBody(
      (plants) => plants.map(({ tag }) => ({ tag })),
      ({ user }) => user === 'second',
    ),
  ),
  fault(
    'tag-number-far',
    'has a number for the tag of its last of two thousand plants',
    'plant-tag-string',
    'BD10 BD11',
    {
      plants: Array.from({ length: 2_000 }, (_, index) => ({
        name: `Salix ${index}`,
        ...(index === 1_999 && { tag: 5 }),
      })),
    },
  ),
]
