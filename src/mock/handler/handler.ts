import { isTypo } from '../../contract/suggest.ts'
import { quote } from '../../contract/words.ts'
import type { Fixtures } from '../fixtures/fixtures.ts'
import type { MockContract } from '../mockContract.ts'
import { normalisePath } from '../normalisePath.ts'
import { ANY_PREFIX, isOperationPath } from '../parseBasePath.ts'
import type { Handle, RequestRecord, ResponseRecord } from '../records.ts'
import { emptyAnswer, errorAnswer, METHODS, methodAnswer, plantsAnswer } from './answers.ts'
import { createChallenges } from './challenges.ts'
import { encodePlants } from './encodePlants.ts'
import { createFindByToken } from './findByToken.ts'
import { isPreflight, preflightAnswer } from './preflight.ts'
import { readLimit } from './readLimit.ts'

/** The parts of the contract that the handler needs. */
type Operation = Pick<MockContract, 'path' | 'limitName' | 'limitRange'>

/** The reference behaviour for one set of fixtures. `basePath` is what `parseBasePath` returns. */
// 28 equivalent mutants: Other paths and methods, and other spellings of the path, are free.
// 3 equivalent mutants: Messages, and headers that the contract does not have, are free.
// 5 equivalent mutants: An invalid limit may get 400, or any list.
export function createHandler({ users }: Fixtures, contract: Operation, basePath: string): Handle {
  const path = (basePath === ANY_PREFIX ? '' : basePath) + contract.path
  const findList = createFindByToken(users.map(({ token, plants }) => [token, encodePlants(plants)]))
  const { noToken, badToken } = createChallenges(users)
  const optionsAnswer = emptyAnswer('options', ['Allow', METHODS])

  return ({ method, target, headers }: RequestRecord): ResponseRecord => {
    // Before the path is checked: a browser only shows a 404 to its user if the preflight succeeded.
    if (isPreflight(method, headers)) return preflightAnswer(headers, METHODS)
    if (method === 'OPTIONS' && target === '*') return optionsAnswer
    const mark = target.indexOf('?')
    const requestPath = mark === -1 ? target : target.slice(0, mark)
    if (requestPath !== path) {
      const normal = normalisePath(requestPath)
      if (normal === undefined) return badPath
      if (!isOperationPath(normal, basePath, contract.path)) return notFound(requestPath, path, contract.path)
    }
    if (method === 'OPTIONS') return optionsAnswer
    if (method !== 'GET' && method !== 'HEAD') return methodAnswer(`${path} allows ${METHODS}, not ${method}`)

    const encode = findList(headers)
    if (encode === 'absent') return noToken(headers)
    if (encode === undefined) return badToken
    const limit = readLimit(mark === -1 ? '' : target.slice(mark + 1), contract)
    if ('problem' in limit) return errorAnswer('bad-limit', 400, limit.problem)
    return plantsAnswer(encode(limit.most), limit.hint)
  }
}

// 2 equivalent mutants: Messages, and headers that the contract does not have, are free.
const badPath = errorAnswer(
  'bad-path',
  400,
  'the path is not valid: a percent sign must start an escape such as %20',
)

// 7 equivalent mutants: Messages, and headers that the contract does not have, are free.
function notFound(requestPath: string, path: string, operation: string): ResponseRecord {
  const hint = requestPath.endsWith(operation)
    ? suggestBasePath(requestPath.slice(0, -operation.length), path)
    : isTypo(requestPath, path)
      ? `did you mean ${path}?`
      : `the plants are at ${path}`
  return { ...errorAnswer('not-found', 404, `nothing at ${quote(requestPath)}; ${hint}`), hint }
}

/** Often an application calls `/api/plants`, and the mock has another base path. */
// 7 equivalent mutants: Messages, and headers that the contract does not have, are free.
function suggestBasePath(prefix: string, path: string): string {
  const given = quote(prefix === '' ? '/' : prefix)
  return `the plants are at ${path}; to serve them here, set the base path to ${given}, or to "${ANY_PREFIX}" for any prefix`
}
