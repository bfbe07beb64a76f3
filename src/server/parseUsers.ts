import { escapePointer } from '../contract/locate.ts'
import { isBearerToken } from './bearerToken.ts'
import type { Plant, User } from './fixtures.ts'
import { membersOf, typeOf } from './membersOf.ts'
import type { YamlSource } from './yamlSource.ts'

type Plants = ReadonlyMap<string, Plant>

/** The users of a file. Throws a FixtureError at the first that is wrong. No message repeats a token. */
export function parseUsers(source: YamlSource, plants: Plants): readonly User[] {
  const users: User[] = []
  const owners = new Map<string, string>()
  for (const [name, value] of membersOf(source, '', 'a map from user names to token and plants')) {
    const user = toUser(name, value, source, plants)
    const pointer = `/${escapePointer(name)}/token`
    const owner = owners.get(user.token)
    if (owner !== undefined) {
      const line = source.lineOf(`/${escapePointer(owner)}/token`)
      throw source.error(
        pointer,
        `user "${name}" has the token of "${owner}" (line ${line}): expected one that is nobody else's`,
      )
    }
    owners.set(user.token, name)
    users.push(user)
  }
  if (users.length === 0) throw source.error('', 'expected at least one user, got none')
  return users
}

function toUser(name: string, value: unknown, source: YamlSource, plants: Plants): User {
  const pointer = `/${escapePointer(name)}`
  const members = membersOf(source, pointer, `user "${name}" to have a token and plants`, value)
  for (const [member] of members) {
    if (member !== 'token' && member !== 'plants')
      throw source.error(
        `${pointer}/${escapePointer(member)}`,
        `user "${name}": expected only token and plants, got "${member}"`,
      )
  }
  const { token, plants: keys }: { token?: unknown; plants?: unknown } = Object.fromEntries(members)
  return { name, token: toToken(name, token, source), plants: toPlants(name, keys, source, plants) }
}

function toToken(name: string, token: unknown, source: YamlSource): string {
  const pointer = `/${escapePointer(name)}/token`
  if (typeof token !== 'string')
    throw source.error(pointer, `user "${name}": expected a token (text), got ${typeOf(token)}`)
  if (!isBearerToken(token))
    throw source.error(
      pointer,
      `user "${name}" has a token that cannot be sent: expected letters, digits and - . _ ~ + /, then any number of = (RFC 6750, 2.1)`,
    )
  return token
}

function toPlants(name: string, keys: unknown, source: YamlSource, plants: Plants): readonly Plant[] {
  const pointer = `/${escapePointer(name)}/plants`
  if (!Array.isArray(keys))
    throw source.error(
      pointer,
      `user "${name}": expected plants to be a list of keys, [] for none, got ${typeOf(keys)}`,
    )
  const seen = new Set<unknown>()
  return keys.map((key: unknown, index) => {
    const at = `${pointer}/${index}`
    if (typeof key !== 'string')
      throw source.error(at, `user "${name}": expected a plant's key, got ${typeOf(key)}`)
    const plant = plants.get(key)
    if (plant === undefined)
      throw source.error(
        at,
        `user "${name}": expected a key of plants.yaml, got "${key}", which is not there`,
      )
    if (seen.has(key)) throw source.error(at, `user "${name}": expected each plant once, got "${key}" again`)
    seen.add(key)
    return plant
  })
}
