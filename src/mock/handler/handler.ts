import { quote } from '../../contract/quote.ts'
import { isTypo } from '../../contract/suggest.ts'
import type { Fixtures, Plant } from '../fixtures/fixtures.ts'
import type { MockContract } from '../mockContract.ts'
import { normalisePath } from '../normalisePath.ts'
import { type Handle, headerValue, type RequestRecord, type ResponseRecord } from '../records.ts'
import { emptyAnswer, errorAnswer, METHODS, methodAnswer, plantsAnswer } from './answers.ts'
import { bearerToken } from './bearerToken.ts'
import { badToken, noToken } from './challenges.ts'
import { firstPlants, type PlantList, plantList } from './plantList.ts'
import { isPreflight, preflightAnswer } from './preflight.ts'
import { readLimit } from './readLimit.ts'

const UTF8 = new TextEncoder()

/** What the handler needs to know of the contract. */
type Operation = Pick<MockContract, 'path' | 'limitName'>

/** The reference behaviour for one set of fixtures. `basePath` is what `parseBasePath` returns. */
export function createHandler(fixtures: Fixtures, contract: Operation, basePath: string): Handle {
  const path = basePath + contract.path
  const lists = encode(fixtures)
  const everywhere = emptyAnswer('options', ['Allow', METHODS])

  return ({ method, target, headers }: RequestRecord): ResponseRecord => {
    // Before the path is looked at: only after a preflight that went well does a browser show the 404 to its user.
    if (isPreflight(method, headers)) return preflightAnswer(headers, METHODS)
    if (method === 'OPTIONS' && target === '*') return everywhere
    const mark = target.indexOf('?')
    const asked = mark === -1 ? target : target.slice(0, mark)
    if (asked !== path) {
      const normal = normalisePath(asked)
      if (normal === undefined)
        return errorAnswer(
          'bad-path',
          400,
          'the path is not valid: a percent sign must begin an escape like %20',
        )
      if (normal !== path) return notFound(asked, path)
    }
    if (method === 'OPTIONS') return everywhere
    if (method !== 'GET' && method !== 'HEAD')
      return methodAnswer(`${path} answers ${METHODS}, not ${method}`)

    const bearer = bearerToken(headerValue(headers, 'authorization'))
    if (bearer === 'absent') return noToken
    const list = bearer === 'malformed' ? undefined : lists.get(bearer.token)
    if (list === undefined) return badToken
    const limit = readLimit(mark === -1 ? '' : target.slice(mark + 1), contract.limitName)
    if ('problem' in limit) return errorAnswer('bad-limit', 400, limit.problem)
    return plantsAnswer(firstPlants(list, limit.most), limit.hint)
  }
}

function notFound(asked: string, path: string): ResponseRecord {
  const hint = isTypo(asked, path) ? `did you mean ${path}?` : `the plants are at ${path}`
  return { ...errorAnswer('not-found', 404, `nothing is at ${quote(asked)}; ${hint}`), hint }
}

/** The answer to every token. A plant is serialised once, however many users may see it. */
function encode({ users }: Fixtures): ReadonlyMap<string, PlantList> {
  const encoded = new Map<Plant, Uint8Array>()
  const bytesOf = (plant: Plant): Uint8Array => {
    const bytes = encoded.get(plant) ?? UTF8.encode(JSON.stringify(plant))
    encoded.set(plant, bytes)
    return bytes
  }
  return new Map(users.map((user) => [user.token, plantList(user.plants.map(bytesOf))]))
}
