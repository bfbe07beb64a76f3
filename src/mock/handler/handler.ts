import { didYouMean } from '../../contract/suggest.ts'
import { listNames, quote } from '../../contract/words.ts'
import { ANY_PREFIX, isOperationPath, normalisePath } from '../basePath.ts'
import type { MockContract, Plant, User } from '../fixtures/fixtures.ts'
import type { Handle, RequestHeaders, RequestRecord, ResponseRecord } from '../records.ts'
import { emptyAnswer, errorAnswer, jsonAnswer, METHODS, methodAnswer } from './answers.ts'
import { createFindByToken } from './bearer.ts'
import { isPreflight, preflightAnswer } from './cors.ts'

/** The data that the handler needs, in addition to users: parts of the contract, the base path, and whether to accept every token. */
export type Operation = {
  contract: Pick<MockContract, 'path' | 'limitName' | 'limitRange'>
  /** The base path, from `parseBasePath`. */
  basePath: string
  anyToken: boolean
}

/** Creates the function that answers requests with the reference behaviour, for one set of users. */
// 29 equivalent mutants: The contract does not specify other paths, other methods or other spellings of the path.
// 9 equivalent mutants: Deciding a response again gives the same response, except for messages and additional headers.
// 5 equivalent mutants: A server may answer an invalid limit with a 400 or with any list.
export function createHandler(users: readonly User[], { contract, basePath, anyToken }: Operation): Handle {
  const path = (basePath === ANY_PREFIX ? '' : basePath) + contract.path
  const findList = createFindByToken(
    users.map(({ token, plants }) => [token, answerWith(plants)]),
    anyToken,
  )
  const { noToken, badToken } = createChallenges(users)
  const optionsAnswer = emptyAnswer('options', ['Allow', METHODS])

  const answer = ({ method, target, headers }: RequestRecord): ResponseRecord => {
    // Answer a preflight for every path, because a page can see a 404 only after a successful preflight.
    if (isPreflight(method, headers)) return preflightAnswer(headers, METHODS)
    if (method === 'OPTIONS' && target === '*') return optionsAnswer
    const mark = target.indexOf('?')
    const requestPath = mark === -1 ? target : target.slice(0, mark)
    if (requestPath !== path) {
      const normal = normalisePath(requestPath)
      if (normal === undefined) return badPath
      if (!isOperationPath(normal, basePath, contract.path)) return notFound(requestPath, path)
    }
    if (method === 'OPTIONS') return optionsAnswer
    if (method !== 'GET' && method !== 'HEAD') return methodAnswer(`${path} allows ${METHODS}, not ${method}`)

    const list = findList(headers)
    if (list === 'absent') return noToken(headers)
    if (list === undefined) return badToken
    const limit = readLimit(mark === -1 ? '' : target.slice(mark + 1), contract)
    if ('problem' in limit) return errorAnswer('bad-limit', 400, limit.problem)
    const plants = list(limit.most)
    return limit.hint === undefined ? plants : { ...plants, hint: limit.hint }
  }

  // Keep the last request and its response, because clients often repeat a request.
  let latest: { target: string; token: unknown; response: ResponseRecord } | undefined
  return (request) => {
    const { method, target, headers } = request
    const token = headers.authorization
    if (method !== 'GET') return answer(request)
    if (latest?.target !== target || latest.token !== token)
      latest = { target, token, response: answer(request) }
    return latest.response
  }
}

/** Creates a function that answers with the first plants of a list. Keeps the last response, because clients often repeat a request. */
// 2 equivalent mutants: Cutting the list again gives the same list, and the contract does not specify the name of the rule.
function answerWith(plants: readonly Plant[]): (most: number) => ResponseRecord {
  let latest: { count: number; answer: ResponseRecord } | undefined
  return (most) => {
    const count = Math.min(most, plants.length)
    if (latest?.count !== count)
      latest = { count, answer: jsonAnswer('fixtures', 200, plants.slice(0, count)) }
    return latest.answer
  }
}

const REALM = 'Bearer realm="plant-store"'

/** Every 401 needs a challenge (RFC 9110, section 15.5.2). */
export const challenge: readonly string[] = ['WWW-Authenticate', REALM]

/** The maximum number of tokens to list. */
const MAX_LISTED = 5

/** Creates the responses to requests without a known token. These responses never repeat the client's input. */
// 13 equivalent mutants: The contract does not specify messages, or headers that it does not name.
function createChallenges(users: readonly User[]) {
  const listed = users.slice(0, MAX_LISTED)
  const all = listed.map(({ name }) => name)
  const names = listNames(all, 'and')
  const tokens = listNames(listed.map(({ token }) => token))
  const refuse = (rule: string, message: string, header: readonly string[]): ResponseRecord => ({
    ...errorAnswer(rule, 401, message, header),
    hint: 'a mock server lists the tokens in its console and at /__admin/users',
  })
  const send = 'send the header Authorization: Bearer <token>'
  // The challenge has no error code, because the client may not have known that it needs a token (RFC 6750, section 3.1).
  const noCredentials = refuse('no-token', `missing bearer token; ${send}, with ${tokens}`, challenge)
  // The response does not repeat the credentials, because they may be a token.
  const otherScheme = refuse('no-token', `the Authorization header has no bearer token; ${send}`, challenge)
  return {
    /** The response to a request without bearer credentials. */
    noToken: ({ authorization }: RequestHeaders): ResponseRecord =>
      authorization === undefined ? noCredentials : otherScheme,
    /** The response to an unknown or malformed token. The response does not say whether the token is unknown or malformed. */
    badToken: refuse(
      'bad-token',
      `unknown or empty bearer token; this mock knows the tokens of ${names}; to accept every token, use --any-token (anyToken in code)`,
      [
        'WWW-Authenticate',
        `${REALM}, error="invalid_token", error_description="The access token is malformed or unknown"`,
      ],
    ),
  }
}

/** The maximum number of plants for a query, or the reason why the query is invalid. */
type Limit = { most: number; hint?: string } | { problem: string }

/** The range for the kit's own contract: an `int32` that is not negative. The contract does not mention 0, and the mock accepts it. */
// 1 equivalent mutant: A server may answer an invalid limit with a 400 or with any list.
const INT32: NonNullable<MockContract['limitRange']> = { least: 0, most: 2 ** 31 - 1 }
/** The message for an invalid query. The message does not repeat the query, which may contain secrets. */
// 1 equivalent mutant: The contract does not specify messages, or headers that it does not name.
const NOT_UTF8 =
  'the query is not valid: a percent sign must start the escape of a UTF-8 character (%25 is a percent sign)'

/** Reads the contract's parameter from a raw query without its question mark. Ignores other parameters, unless their escapes are invalid. */
// 28 equivalent mutants: A server may answer an invalid limit with a 400 or with any list.
// 21 equivalent mutants: The contract does not specify messages, or headers that it does not name.
export function readLimit(
  query: string,
  { limitName: name, limitRange = INT32 }: Pick<MockContract, 'limitName' | 'limitRange'>,
): Limit {
  const { least, most } = limitRange
  const fallback = { most: limitRange.default ?? Number.POSITIVE_INFINITY }
  if (query === '') return fallback
  const range = `an integer from ${least} to ${most}`
  const values: string[] = []
  let hint: string | undefined
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=')
    const key = decode(equals === -1 ? pair : pair.slice(0, equals))
    const raw = equals === -1 ? '' : pair.slice(equals + 1)
    const value = decode(raw)
    if (key === name) values.push(value ?? raw)
    else if (key === undefined || value === undefined) return { problem: NOT_UTF8 }
    else {
      const suggestion = didYouMean(key, [name])
      if (suggestion !== '') hint = `unknown parameter ${quote(key)}; ${suggestion}`
    }
  }
  const [value] = values
  if (value === undefined) return hint === undefined ? fallback : { ...fallback, hint }
  if (values.length > 1)
    return {
      problem: `${name} must occur only once, as ${range}, got ${values.slice(0, 3).map(quote).join(' and ')}${values.length > 3 ? ' and more' : ''}`,
    }
  return isInteger(value) && Number(value) >= least && Number(value) <= most
    ? { most: Number(value) }
    : { problem: `${name} must be ${range}, got ${quote(value)}` }
}

/** Whether a string is an integer in decimal digits. Leading zeros are valid, but `+5`, ` 5`, `5.0` and `1e3` are not. */
// 3 equivalent mutants: A server may answer an invalid limit with a 400 or with any list.
function isInteger(value: string): boolean {
  return /^-?[0-9]+$/.test(value)
}

/** Decodes form-encoded text, as HTML forms send it in queries. Returns undefined if the text is malformed. */
// 6 equivalent mutants: A server may answer an invalid limit with a 400 or with any list.
function decode(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

// 2 equivalent mutants: The contract does not specify messages, or headers that it does not name.
const badPath = errorAnswer(
  'bad-path',
  400,
  'the path is not valid: a percent sign must start an escape such as %20',
)

// 5 equivalent mutants: The contract does not specify messages, or headers that it does not name.
function notFound(requestPath: string, path: string): ResponseRecord {
  const hint = didYouMean(requestPath, [path]) || `the plants are at ${path}`
  return { ...errorAnswer('not-found', 404, `this mock has no path ${quote(requestPath)}; ${hint}`), hint }
}
