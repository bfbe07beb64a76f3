import { Script } from 'node:vm'
import { errorCode } from '../contract/words.ts'

/** A function did not return in time, and was stopped. */
export class TimeLimitError extends Error {}

const slot = Symbol.for('plant-store-kit.limitTime')
// The script finds it in the global object of Node.js itself, which a test of Jest does not see.
const holder: Record<symbol, unknown> = new Script('globalThis').runInThisContext()
const call = new Script("globalThis[Symbol.for('plant-store-kit.limitTime')]()")

/**
 * Calls a function, and stops it after this many milliseconds wherever it is, even within a regular expression. Then throws
 * TimeLimitError. `finally` blocks of the function do not run, so it must not hold anything.
 */
export function limitTime<Result>(ms: number, run: () => Result): Result {
  const outer = holder[slot]
  holder[slot] = run
  try {
    return call.runInThisContext({ timeout: ms })
  } catch (error) {
    if (errorCode(error) === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new TimeLimitError(`stopped after ${ms} ms`)
    throw error
  } finally {
    holder[slot] = outer
  }
}
