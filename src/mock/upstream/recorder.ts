import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { messageOf, quote } from '../../contract/words.ts'
import type { Plant, User } from '../fixtures/fixtures.ts'
import type { MockEvent } from '../mockEvent.ts'

/** Writes the lists of plants that users received to a file, which `fixtures` reads. */
export type Recorder = {
  /** Adds the list of plants that a token got. A limited list is kept only until a longer list is known. */
  add: (token: string, plants: readonly Plant[], isLimited: boolean) => void
  /** Immediately writes everything that has not been written yet. */
  flush: () => void
}

/** Maximum characters of the file: writing more would keep other clients waiting. */
const MAX_SIZE = 8 * 2 ** 20
/** Milliseconds between two writes. */
const INTERVAL = 500
/** Matches strings that may be tokens. A shorter string could be part of an ordinary word. */
const TOKEN = /[\w.~+/=-]{8,}/g

/** Creates a recorder. The file contains invented tokens. Throws a RangeError if the file must not be replaced. */
export function createRecorder(file: string, emit: (event: MockEvent) => void): Recorder {
  assertReplaceable(file)
  const report = (message: string): void => emit({ type: 'record-failed', file, message })
  /** Each user's JSON, and the number of plants in it. */
  const users = new Map<string, { count: number; json: string }>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    try {
      replace(file, `{"users":[\n${[...users.values()].map(({ json }) => json).join(',\n')}\n]}\n`)
    } catch (error) {
      report(`cannot be written: ${messageOf(error)}`)
    }
  }
  return {
    add(token, plants, isLimited) {
      const known = users.get(token)
      if (isLimited && known && known.count >= plants.length) return
      const number = known ? [...users.keys()].indexOf(token) + 1 : users.size + 1
      const user: User = { name: `user-${number}`, token: `recorded-${number}`, plants }
      const text = JSON.stringify(user, undefined, 2)
      const others = [...users].reduce((sum, [key, each]) => sum + (key === token ? 0 : each.json.length), 0)
      if (others + text.length > MAX_SIZE) return report(`holds no more than ${MAX_SIZE / 2 ** 20} MiB`)
      // The service may repeat this token, or another user's token, in any user's plants.
      const json = text.replaceAll(TOKEN, (word) => (users.has(word) ? '***' : word))
      users.set(token, { count: plants.length, json })
      if (token.match(TOKEN))
        for (const user of users.values()) user.json = user.json.replaceAll(token, '***')
      timer ??= setTimeout(flush, INTERVAL)
    },
    flush,
  }
}

function assertReplaceable(file: string): void {
  if (extname(file) !== '.json')
    throw new RangeError(`record: expected a file that ends in .json, got ${quote(file)}`)
  if (existsSync(file) && !isRecording(file))
    throw new RangeError(
      `record: ${quote(file)} exists and is not a recording; choose another file, or remove it`,
    )
}

function isRecording(file: string): boolean {
  try {
    const { users } = JSON.parse(readFileSync(file, 'utf8')) as { users?: readonly User[] }
    return users?.every(({ token }) => /^recorded-\d+$/.test(token)) === true
  } catch {
    return false
  }
}

/** Replaces the file in one step, so that a mock never reads half of it. */
function replace(file: string, text: string): void {
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`)
  writeFileSync(temporary, text)
  renameSync(temporary, file)
}
