import type { Ask } from '../../answer.ts'
import { correctAnswer, error, json } from '../../answer.ts'
import { answers, fields } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { defaultPlants, otherPlants } from '../../plants.ts'
import { fault } from '../fault.ts'

const TOKEN = 'token-alice'
const LISTS = { first: defaultPlants, second: otherPlants }

/** Serves the first user's list where the function says that the request is authorised, beside where it is. */
const opens = (when: (ask: Ask, authorization: string | undefined) => boolean): Difference => ({
  answer: (ask, correct) =>
    ask.user === undefined && when(ask, ask.headers.authorization)
      ? correctAnswer({ ...ask, user: 'first', path: '/plants', method: 'GET' }, LISTS)
      : correct,
})
const bearer = (authorization = ''): string | undefined => /^Bearer (.+)$/.exec(authorization)?.[1]
const isRefused = ({ user }: Ask): boolean => user === undefined
/** Refuses what the correct server accepts. */
const refuses = (when: (ask: Ask) => boolean): Difference => ({
  answer: (ask, correct) =>
    when(ask) ? error(401, 'no', { 'WWW-Authenticate': 'Bearer realm="plants"' }) : correct,
})
const hasLine = ({ lines }: Ask, pattern: RegExp): boolean => lines.some((line) => pattern.test(line))

/** Doors that are open, and doors that stay shut. */
export const auth: readonly Fault[] = [
  fault(
    'auth-open',
    'serves everybody',
    'auth-token-needed',
    'AU01',
    opens(() => true),
  ),
  fault(
    'auth-open-without-field',
    'serves whoever sends no token',
    'auth-token-needed',
    'AU01',
    opens((_ask, field) => field === undefined),
  ),
  fault(
    'auth-open-with-limit',
    'serves whoever sends no token but a limit',
    'auth-token-needed',
    'AU01',
    opens(({ limit }, field) => field === undefined && limit !== undefined),
  ),
  fault(
    'auth-empty-list',
    'answers no token with an empty list',
    'auth-token-needed',
    'AU02 C04',
    answers(() => json(200, []), isRefused),
  ),
  fault(
    'auth-login-page',
    'answers no token with a page and 200',
    'auth-token-needed',
    'AU02',
    answers(() => ({ status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html>' }), isRefused),
  ),
  fault(
    'auth-error-200',
    'answers no token with an error and 200',
    'auth-token-needed',
    'AU02',
    answers(() => json(200, { error: 401, message: 'no' }), isRefused),
  ),
  fault(
    'auth-any-token',
    'serves any token',
    'auth-token-checked',
    'AU03',
    opens((_ask, field) => (bearer(field)?.length ?? 0) > 1),
  ),
  fault(
    'auth-long-tokens',
    'serves any token of more than forty characters',
    'auth-token-checked',
    'AU03',
    opens((_ask, field) => (bearer(field)?.length ?? 0) > 40),
  ),
  fault(
    'auth-two-fields',
    'serves two Authorization fields',
    'auth-token-checked',
    'AU03 C41',
    opens(({ lines }) => lines.filter((line) => /^authorization:/i.test(line)).length > 1),
  ),
  fault(
    'auth-empty',
    'serves an empty token',
    'auth-empty-refused',
    'AU04 C39',
    opens((_ask, field) => field === 'Bearer' || field === 'Bearer '),
  ),
  fault(
    'auth-tampered',
    'compares only the beginning and the end of a token',
    'auth-tampered-refused',
    'AU05',
    opens(
      (_ask, field) =>
        bearer(field)?.startsWith('toke') === true && bearer(field)?.endsWith('alice') === true,
    ),
  ),
  fault(
    'auth-prefix',
    'serves the beginning of a token',
    'auth-whole-token-compared',
    'AU06',
    opens((_ask, field) => TOKEN.startsWith(bearer(field) ?? '-') && (bearer(field)?.length ?? 0) > 3),
  ),
  fault(
    'auth-extended',
    'serves a longer token',
    'auth-whole-token-compared',
    'AU06',
    opens((_ask, field) => bearer(field)?.startsWith(TOKEN) === true),
  ),
  fault(
    'auth-basic',
    'serves any Basic credentials',
    'auth-scheme-checked',
    'AU09 C40',
    opens((_ask, field) => field?.startsWith('Basic ') === true),
  ),
  fault(
    'auth-unknown-scheme',
    'serves any unknown scheme',
    'auth-scheme-checked',
    'AU09',
    opens((_ask, field) => field === 'Token x'),
  ),
  fault('auth-cookie', 'serves the cookie that it set', 'auth-cookie-alone-refused', 'AU10', {
    answer: (ask, correct) => {
      if (ask.headers.cookie?.includes('session=1')) return correctAnswer({ ...ask, user: 'first' }, LISTS)
      return ask.user === undefined
        ? correct
        : { ...correct, headers: { ...correct.headers, 'Set-Cookie': 'session=1; Path=/' } }
    },
  }),
  fault(
    'auth-slash',
    'serves the path with a slash more to everybody',
    'auth-every-path',
    'AU11',
    opens(({ path }) => path === '/plants/'),
  ),
  fault(
    'auth-double-slash',
    'serves the path with two slashes to everybody',
    'auth-every-path',
    'AU11',
    opens(({ path }) => path === '//plants'),
  ),
  fault(
    'auth-unknown-method',
    'serves an unknown method to everybody',
    'auth-every-path',
    'AU11',
    opens(({ method }) => method === 'FOO'),
  ),
  fault(
    'auth-replayed',
    'replays the last answer to whoever asks for the same',
    'auth-not-replayed',
    'CA01',
    {
      answer: (ask, correct, memory) => {
        // A cache that serves what it stored once it was asked for a part of it.
        if (ask.user !== undefined || ask.headers.authorization !== undefined || ask.method !== 'GET')
          return correct
        if (ask.limit === 1) memory.warm = 1
        return memory.warm === 1 && ask.query === '' && ask.path === '/plants'
          ? json(200, defaultPlants, { Age: '3' })
          : correct
      },
    },
  ),
  fault(
    'auth-field-name-case',
    'reads Authorization in this spelling alone',
    'auth-field-name-any-case',
    'AU13 C36',
    refuses((ask) => hasLine(ask, /^authorization:/)),
  ),
  fault(
    'auth-scheme-case',
    'reads Bearer in this spelling alone',
    'auth-scheme-any-case',
    'AU14 C35',
    refuses((ask) => hasLine(ask, /^Authorization: bearer /)),
  ),
  fault(
    'auth-two-spaces',
    'refuses two spaces after the scheme',
    'auth-two-spaces',
    'AU15 C37',
    refuses((ask) => hasLine(ask, /^Authorization: Bearer {2}/)),
  ),
  fault(
    'auth-bare-token',
    'serves the token without a scheme',
    'auth-scheme-needed',
    'AU24',
    opens((_ask, field) => field === TOKEN),
  ),
  fault(
    'auth-token-scheme',
    'serves the token under another scheme',
    'auth-scheme-needed',
    'AU24',
    opens((_ask, field) => field === `Token ${TOKEN}`),
  ),
  fault(
    'auth-second-field',
    'believes the second of two Authorization fields',
    'auth-one-field',
    'AU25',
    opens((_ask, field) => field?.endsWith(`, Bearer ${TOKEN}`) === true),
  ),
  fault(
    'auth-crash',
    'errs without a token',
    'auth-refusal-no-crash',
    'AU18',
    answers(() => error(500, 'no'), isRefused),
  ),
  fault(
    'auth-no-challenge',
    'refuses without a challenge',
    'auth-challenge-present',
    'AU19 C06',
    fields({ 'WWW-Authenticate': undefined }, [401]),
  ),
  fault(
    'auth-400-text',
    'answers bad credentials with a 400 that is no Error',
    'error-for-credentials',
    'C03',
    answers(
      () => ({ status: 400, headers: { 'Content-Type': 'text/plain' }, body: 'Bad Request' }),
      isRefused,
    ),
  ),
]
