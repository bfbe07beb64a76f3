import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { messageOf, quote } from '../../contract/words.ts'
import type { Plant, User } from '../fixtures/fixtures.ts'
import { createTokenHider } from '../handler/bearer.ts'
import type { MockEvent } from '../mockEvent.ts'

/** The maximum number of users, and of characters in a token, because the recorder searches all plants for each token. */
export const [MAX_USERS, MAX_TOKEN] = [100, 4_096]
/** The maximum length of the file in characters, because other clients wait while the recorder writes. */
const MAX_SIZE = 8 * 2 ** 20
/** The minimum number of milliseconds between two writes. */
const INTERVAL = 500

/**
 * Creates a recorder, which writes the users' plants to a file for the option `fixtures`. The file contains invented tokens instead of
 * `tokens`, the tokens that the service has accepted so far. Throws a RangeError if the recorder must not replace the file.
 */
export function createRecorder(file: string, tokens: ReadonlySet<string>, emit: (event: MockEvent) => void) {
  assertReplaceable(file)
  const report = (message: string): void => emit({ type: 'record-failed', file, message })
  /** The plants of each user, as JSON, and their number. */
  const users = new Map<string, { count: number; json: string }>()
  /** The number of tokens that the recorder has already masked in all users' plants. */
  let masked = 0
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    try {
      const hide = createTokenHider([...tokens].slice(masked))
      masked = tokens.size
      for (const user of users.values()) user.json = hide(user.json)
      const lists = [...users.values()].map(({ json }, index) => {
        const number = index + 1
        return `{"name":"user-${number}","token":"recorded-${number}","plants":[\n${json}]}`
      })
      replace(file, `{"users":[\n${lists.join(',\n')}\n]}\n`)
    } catch (error) {
      report(`cannot be written: ${messageOf(error)}`)
    }
  }
  return {
    /** Adds the list of plants for a token. A limited list replaces an earlier list only if it is longer. */
    add(token: string, plants: readonly Plant[], isLimited: boolean, hide: (text: string) => string) {
      const known = users.get(token)
      if (!tokens.has(token)) return report(`holds no more than ${MAX_USERS} users`)
      if (isLimited && known && known.count >= plants.length) return
      // Write one plant per line. Indentation would multiply the size of nested lists.
      const text = plants.map((plant) => JSON.stringify(plant)).join(',\n')
      const others = [...users].reduce((sum, [key, each]) => sum + (key === token ? 0 : each.json.length), 0)
      if (others + text.length > MAX_SIZE) return report(`holds no more than ${MAX_SIZE / 2 ** 20} MiB`)
      // Mask tokens, because the service may repeat any user's token in any user's plants.
      users.set(token, { count: plants.length, json: hide(text) })
      timer ??= setTimeout(flush, INTERVAL)
    },
    /** Immediately writes all data that is not in the file yet. */
    flush,
  }
}

function assertReplaceable(file: string): void {
  if (extname(file) !== '.json')
    throw new RangeError(`record: expected a file that ends in .json, got ${quote(file)}`)
  if (!existsSync(file)) return
  try {
    const { users } = JSON.parse(readFileSync(file, 'utf8')) as { users: readonly User[] }
    if (users.every(({ token }) => /^recorded-\d+$/.test(token))) return
  } catch {}
  const problem = 'exists and is not a recording; choose another file, or remove it'
  throw new RangeError(`record: ${quote(file)} ${problem}`)
}

/** Replaces the file in one step, so that no mock reads half of a file. */
function replace(file: string, text: string): void {
  const temporary = join(dirname(file), `.${basename(file)}.${crypto.randomUUID()}.tmp`)
  // Never follow a link that another user has created at this path.
  writeFileSync(temporary, text, { flag: 'wx' })
  renameSync(temporary, file)
}
