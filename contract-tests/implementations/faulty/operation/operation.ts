import { error, json } from '../../answer.ts'
import { answers, insteadOfPlants } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { rightAfter } from '../../rightAfter.ts'
import {
  everyAnswer,
  everyRequest,
  inCompany,
  laterOnConnection,
  limitIs,
  type When,
  withLimit,
  withoutLimit,
} from '../../when.ts'

/** Answers what should be a 200 with another status and an Error, where the condition holds. */
const refuses = (status: number, when?: When): Difference =>
  insteadOfPlants(() => error(status, 'not now'), when)
/** Serves the right list with a status that says something else. */
const succeeds = (status: number, when?: When): Difference =>
  answers(
    (answer) => ({ ...answer, status, ...(status === 204 && { body: '', headers: {} }) }),
    (ask, memory, answer) => answer.status === 200 && (when === undefined || when(ask, memory)),
  )

/** Whether the operation is there, serves, and says so with the documented status. */
export const operation: readonly Fault[] = [
  {
    id: 'operation-absent',
    title: 'has nothing at the documented path',
    check: 'operation-exists',
    rows: ['OP01'],
    difference: refuses(404),
  },
  {
    id: 'operation-other-method',
    title: 'does not allow GET on the documented path',
    check: 'operation-exists',
    rows: ['OP01'],
    difference: refuses(405),
  },
  {
    id: 'operation-not-implemented',
    title: 'has a stub at the documented path',
    check: 'operation-exists',
    rows: ['OP01'],
    difference: refuses(501),
  },
  {
    id: 'empty-list-not-found',
    title: 'answers 404 when the user has no plants',
    check: 'operation-exists',
    rows: ['OP02', 'C10'],
    difference: { plants: [], ...refuses(404) },
  },
  {
    id: 'empty-list-bad-request',
    title: 'answers 400 when the user has no plants',
    check: 'operation-serves-plain-request',
    rows: ['OP02', 'ER11'],
    difference: { plants: [], ...refuses(400) },
  },
  {
    id: 'empty-list-no-content',
    title: 'answers 204 when the user has no plants',
    check: 'status-success-is-200',
    rows: ['OP03', 'C10'],
    difference: { plants: [], ...succeeds(204) },
  },
  {
    id: 'limit-zero-no-content',
    title: 'answers 204 to limit=0',
    check: 'status-success-is-200',
    rows: ['OP03'],
    difference: succeeds(204, ({ limits }) => limits[0] === '0'),
  },
  {
    id: 'status-201',
    title: 'answers 201 with the list',
    check: 'status-success-is-200',
    rows: ['OP04'],
    difference: succeeds(201),
  },
  {
    id: 'status-202-later-on-connection',
    title: 'answers 202 to all but the first request on a connection',
    check: 'status-success-is-200',
    rows: ['OP04'],
    difference: succeeds(202, laterOnConnection),
  },
  {
    id: 'status-206-with-limit',
    title: 'calls a limited list partial content',
    check: 'status-success-is-200',
    rows: ['OP04', 'C51'],
    difference: succeeds(206, withLimit),
  },
  {
    id: 'status-203',
    title: 'answers through a proxy that says that it changed the list',
    check: 'status-not-transformed',
    rows: ['C49'],
    difference: succeeds(203, limitIs(2)),
  },
  {
    id: 'crash-always',
    title: 'answers 500 to the plain request',
    check: 'operation-no-crash',
    rows: ['OP05'],
    difference: refuses(500, withoutLimit),
  },
  {
    id: 'crash-every-thirtieth',
    title: 'answers 500 to one request in thirty',
    check: 'limit-positive-no-crash',
    rows: ['LM09', 'CA09'],
    difference: refuses(500, everyAnswer(30)),
  },
  {
    id: 'crash-in-company',
    title: 'answers 500 while it is busy with another request',
    check: 'limit-positive-no-crash',
    rows: ['CA08', 'LM09'],
    difference: refuses(500, inCompany),
  },
  {
    id: 'crash-after-limit',
    title: 'answers 500 to the plain request right after a limited one',
    check: 'operation-no-crash',
    rows: ['OP05'],
    difference: rightAfter(({ limit }) => limit !== undefined, refuses(500, withoutLimit)),
  },
  {
    id: 'not-modified-with-limit',
    title: 'answers 304 to a limit that it has served before',
    check: 'status-no-unasked-304',
    rows: ['OP06'],
    difference: answers(
      (_answer, { limit = 0 }, memory) => {
        const known = memory[limit] !== undefined
        memory[limit] = 1
        return known ? { status: 304, headers: {}, body: '' } : json(200, [])
      },
      ({ limit }, _memory, { status }) => status === 200 && limit !== undefined && limit < 3,
    ),
  },
  {
    id: 'not-modified-every-thirtieth',
    title: 'answers one request in thirty with 304',
    check: 'status-no-unasked-304',
    rows: ['OP06'],
    difference: insteadOfPlants(() => ({ status: 304, headers: {}, body: '' }), everyAnswer(30)),
  },
  {
    id: 'plain-request-refused',
    title: 'makes limit mandatory',
    check: 'operation-serves-plain-request',
    rows: ['LM14', 'ER11'],
    difference: refuses(400, withoutLimit),
  },
  {
    id: 'plain-request-unprocessable',
    title: 'answers 422 without limit',
    check: 'operation-serves-plain-request',
    rows: ['LM14'],
    difference: refuses(422, withoutLimit),
  },
  {
    id: 'plain-request-refused-later-on-connection',
    title: 'answers 400 to a plain request that is not the first on its connection',
    check: 'operation-serves-plain-request',
    rows: ['ER11'],
    difference: refuses(400, (ask, memory) => withoutLimit(ask, memory) && laterOnConnection(ask, memory)),
  },
  {
    id: 'token-refused-every-thirtieth',
    title: 'refuses a valid token once in thirty requests',
    check: 'operation-token-honoured',
    rows: ['AU17'],
    difference: refuses(401, everyAnswer(30)),
  },
  {
    id: 'token-refused-every-thirtieth-of-all',
    title: 'answers 403 to one request in thirty, whoever sends it',
    check: 'operation-token-honoured',
    rows: ['AU17'],
    difference: refuses(403, everyRequest(30)),
  },
  {
    id: 'token-refused-in-company',
    title: 'refuses a valid token while it is busy with another request',
    check: 'operation-token-honoured',
    rows: ['AU17'],
    difference: refuses(401, inCompany),
  },
  {
    id: 'token-refused-later-on-connection',
    title: 'refuses a valid token but in the first request on a connection',
    check: 'operation-token-honoured',
    rows: ['AU17'],
    difference: refuses(401, laterOnConnection),
  },
  {
    id: 'token-refused-after-refusal',
    title: 'replays a 401 to the next request, whatever token that has',
    check: 'operation-token-honoured',
    rows: ['CA03'],
    difference: rightAfter(({ headers }) => headers.authorization === undefined, refuses(401)),
  },
]
