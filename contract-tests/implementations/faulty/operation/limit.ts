import { error, json } from '../../answer.ts'
import { answers, insteadOfPlants, plantsBody } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { defaultPlants } from '../../plants.ts'
import { rightAfter } from '../../rightAfter.ts'
import {
  afterAnother,
  closing,
  encoded,
  everyAnswer,
  everyRequest,
  inCompany,
  laterOnConnection,
  limitIs,
  limitReads,
  type When,
  withLimit,
  withoutLimit,
} from '../../when.ts'
import { fault } from '../fault.ts'

const HONOURED = 'limit-honoured'
const POSITIVE = 'limit-positive-no-crash'
const OPEN = 'limit-open-no-crash'
const OUTSIDE = 'limit-outside-no-crash'

/** Serves a valid limit with as many plants as the function says, where the condition holds. */
const gives = (count: (limit: number) => number, when: When = () => true): Difference =>
  insteadOfPlants(
    ({ limit = 0 }) => json(200, defaultPlants.slice(0, count(limit))),
    (ask, memory) => ask.limits.length === 1 && withLimit(ask, memory) && when(ask, memory),
  )
const all = (when?: When): Difference => gives(() => 20, when)
/** Answers whatever it is asked, where the condition holds, with a server error. */
const errs = (when: When): Difference =>
  answers(
    () => error(500, 'something went wrong'),
    (ask, memory) => ask.user !== undefined && when(ask, memory),
  )
const refuses = (when: When): Difference => insteadOfPlants(() => error(400, 'no'), when)

/** What `limit` does that it should not, and what it does not that it should. */
export const limit: readonly Fault[] = [
  fault('limit-ignored', 'ignores limit', HONOURED, 'LM01', all()),
  fault(
    'limit-off-by-one',
    'returns one plant more than limit',
    HONOURED,
    'LM02',
    gives((limit) => limit + 1),
  ),
  fault(
    'limit-off-by-one-below-all',
    'returns all for a limit that is one less',
    HONOURED,
    'LM02',
    all(limitIs(19)),
  ),
  fault(
    'limit-compared-as-text',
    'ignores limits of two digits',
    HONOURED,
    'LM03',
    all(({ limit = 0 }) => limit >= 10),
  ),
  fault('limit-one-ignored', 'ignores a limit of 1', HONOURED, 'LM03', all(limitIs(1))),
  fault('limit-seven-ignored', 'ignores a limit of 7', HONOURED, 'LM03', all(limitIs(7))),
  fault(
    'limit-as-offset',
    'takes limit for an offset',
    HONOURED,
    'LM04',
    plantsBody((_plants, { limit = 0 }) => defaultPlants.slice(limit), withLimit),
  ),
  fault(
    'limit-as-page',
    'takes limit for a page of ten',
    HONOURED,
    'LM04',
    plantsBody((_plants, { limit = 1 }) => defaultPlants.slice((limit - 1) * 10, limit * 10), withLimit),
  ),
  fault(
    'limit-at-least-ten',
    'returns no fewer than ten plants',
    HONOURED,
    'LM05',
    gives((limit) => Math.max(limit, 10)),
  ),
  fault(
    'limit-for-each-shard',
    'returns as many plants as limit from each of two shards',
    HONOURED,
    'LM06',
    gives((limit) => limit * 2),
  ),
  fault(
    'limit-after-list',
    'serves the whole list to a limit right after it',
    HONOURED,
    'LM07',
    rightAfter(({ limits, user }) => user !== undefined && limits.length === 0, all()),
  ),
  fault(
    'limit-encoded-ignored',
    'ignores a limit that is percent-encoded',
    HONOURED,
    'LM12 C29',
    all(encoded),
  ),
  fault(
    'limit-second-ignored',
    'ignores a limit behind another parameter',
    HONOURED,
    'LM01',
    all(afterAnother),
  ),
  fault(
    'limit-ignored-in-company',
    'ignores limit while it is busy with another request',
    HONOURED,
    'CA06',
    all(inCompany),
  ),
  fault(
    'limit-ignored-later',
    'ignores limit in later requests on a connection',
    HONOURED,
    'FR10 LM01',
    all(laterOnConnection),
  ),
  fault(
    'limit-ignored-once',
    'ignores limit in one answer of thirty',
    HONOURED,
    'CA09 LM01',
    all(everyAnswer(30)),
  ),
  fault(
    'limit-ignored-after-error',
    'ignores the limit right after a bad one',
    HONOURED,
    'LM01',
    rightAfter(({ limits }) => limits[0] === 'abc', all()),
  ),
  fault(
    'limit-ignored-when-closing',
    'ignores limits of the first ten requests',
    HONOURED,
    'LM01',
    all(({ earlier }) => earlier < 10),
  ),
  fault(
    'limit-plant-shape',
    'leaves out names when a limit is given',
    'plant-name-present',
    'LM08',
    plantsBody((plants) => plants.map(({ tag }) => ({ tag })), withLimit),
  ),
  fault('limit-never-served', 'refuses every limit', 'limit-usable', 'LM13 C22', refuses(withLimit)),
  fault(
    'limit-required',
    'refuses a request without limit',
    'operation-serves-plain-request',
    'LM14',
    refuses(withoutLimit),
  ),
  fault('limit-max-crashes', 'errs on the largest int32', POSITIVE, 'LM09 C14', errs(limitIs(2 ** 31 - 1))),
  fault('limit-hundred-crashes', 'errs on a limit of 100', POSITIVE, 'LM09', errs(limitIs(100))),
  fault(
    'limit-all-crashes',
    'errs on a limit that is the length of the list',
    POSITIVE,
    'LM09',
    errs(limitIs(20)),
  ),
  fault('limit-zero-crashes', 'errs on zero', OPEN, 'LM10 C13', errs(limitReads('0'))),
  fault('limit-minus-one-crashes', 'errs on -1', OPEN, 'LM10 C13', errs(limitReads('-1'))),
  fault('limit-min-crashes', 'errs on the smallest int32', OPEN, 'LM10', errs(limitReads('-2147483648'))),
  fault('limit-letters-crash', 'errs on letters', OUTSIDE, 'LM11 C12', errs(limitReads('abc'))),
  fault('limit-past-int32-crashes', 'errs past int32', OUTSIDE, 'LM11', errs(limitReads('2147483648'))),
  fault('limit-empty-crashes', 'errs on an empty limit', OUTSIDE, 'LM11', errs(limitReads(''))),
  fault(
    'limit-broken-encoding-crashes',
    'errs on a broken percent-encoding',
    OUTSIDE,
    'RB03',
    errs(({ query }) => query.endsWith('%')),
  ),
  fault(
    'limit-array-crashes',
    'errs on the syntax of arrays',
    OUTSIDE,
    'RB04',
    errs(({ query }) => query.includes('%5B')),
  ),
  fault('limit-full-width-crashes', 'errs on digits of full width', OUTSIDE, 'RB05', errs(limitReads('５'))),
  fault(
    'limit-encoded-refused',
    'refuses a limit that is percent-encoded',
    'limit-encoding-equal',
    'LM12',
    refuses(encoded),
  ),
  fault(
    'limit-keeps-back',
    'returns one plant fewer than limit',
    'limit-fills-up',
    'LM15 C19',
    gives((limit) => (limit < 20 ? Math.max(limit - 1, 1) : limit)),
  ),
  fault(
    'limit-one-empty',
    'returns nothing for a limit of 1',
    'limit-fills-up',
    'LM16 C20',
    gives(() => 0, limitIs(1)),
  ),
  fault(
    'worker-dies-of-letters',
    'errs on everything after letters in limit',
    'health-after-bad-requests',
    'CA10',
    {
      answer: ({ limits, user }, correct, memory) => {
        if (limits[0] === 'abc') memory.dead = 1
        return memory.dead === 1 && user !== undefined && limits.length === 0 ? error(500, 'no') : correct
      },
    },
  ),
  fault(
    'limit-closing-ignored',
    'ignores limit now and then',
    HONOURED,
    'LM01',
    all((ask, memory) => closing(ask, memory) || everyRequest(7)(ask, memory)),
  ),
]
