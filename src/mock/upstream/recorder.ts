import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { messageOf, quote } from '../../contract/words.ts'
import type { Plant, User } from '../fixtures/fixtures.ts'

/** Writes the lists of plants that users received to a file, which `fixtures` reads. */
export type Recorder = {
  /** Adds the list that a token got. A list that was limited only counts if no longer one is known. */
  add: (token: string, plants: readonly Plant[], isLimited: boolean) => void
  /** Writes now what was not written yet. */
  flush: () => void
}

const TOKEN = /^recorded-\d+$/
const MAX_USERS = 1_000
/** Milliseconds between two writes. */
const INTERVAL = 500

/** Creates a recorder. The tokens in the file are made up. Throws a RangeError if the file must not be replaced. */
export function createRecorder(file: string, report: (problem: string) => void): Recorder {
  assertReplaceable(file)
  const users = new Map<string, User>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    try {
      replace(file, `${JSON.stringify({ users: [...users.values()] }, undefined, 2)}\n`)
    } catch (error) {
      report(`cannot be written: ${messageOf(error)}`)
    }
  }
  return {
    add(token, plants, isLimited) {
      const known = users.get(token)
      if (!known && users.size >= MAX_USERS) return
      if (isLimited && known && known.plants.length >= plants.length) return
      const number = users.size + 1
      const user = known ?? { name: `user-${number}`, token: `recorded-${number}` }
      users.set(token, { ...user, plants: mask(plants, token) })
      timer ??= setTimeout(flush, INTERVAL)
    },
    flush,
  }
}

function assertReplaceable(file: string): void {
  if (extname(file) !== '.json')
    throw new RangeError(`record: expected a file that ends in .json, got ${quote(file)}`)
  if (!statSync(dirname(file), { throwIfNoEntry: false })?.isDirectory())
    throw new RangeError(`record: the folder ${quote(dirname(file))} does not exist`)
  if (!existsSync(file)) return
  if (!isRecording(file))
    throw new RangeError(
      `record: ${quote(file)} exists and is not a recording; choose another file, or remove it`,
    )
}

function isRecording(file: string): boolean {
  try {
    const { users } = JSON.parse(readFileSync(file, 'utf8')) as { users?: readonly User[] }
    return users?.every(({ token }) => TOKEN.test(token)) === true
  } catch {
    return false
  }
}

/** A shorter token could be a part of a word. */
const SHORTEST_SECRET = 8

/** Removes a token that the service repeats in the plants. */
function mask(plants: readonly Plant[], token: string): readonly Plant[] {
  const text = JSON.stringify(plants)
  return token.length >= SHORTEST_SECRET && text.includes(token)
    ? JSON.parse(text.replaceAll(token, '***'))
    : plants
}

/** In one step, so that a mock that reads the file never gets a part of it. */
function replace(file: string, text: string): void {
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`)
  writeFileSync(temporary, text)
  renameSync(temporary, file)
}
