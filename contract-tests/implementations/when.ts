import type { Ask } from './answer.ts'
import type { Memory } from './implementation.ts'

/** When an implementation differs: what a fault hides behind. */
export type When = (ask: Ask, memory: Memory) => boolean

export const always: When = () => true
export const withLimit: When = ({ limit }) => limit !== undefined
export const withoutLimit: When = ({ limits }) => limits.length === 0
/** Only a request that is not the first one on its connection. */
export const laterOnConnection: When = ({ earlierHere }) => earlierHere > 0
/** Only while another request is being answered. */
export const inCompany: When = ({ together }) => together > 1
/** Only when the name or the value of limit is percent-encoded. */
export const encoded: When = ({ query, limit }) => limit !== undefined && query.includes('%')
/** Only when another parameter comes before limit. */
export const afterAnother: When = ({ query, limit }) => limit !== undefined && !query.startsWith('limit')
export const closing: When = ({ headers }) => headers.connection?.toLowerCase() === 'close'
export const acceptingGzip: When = ({ headers }) => headers['accept-encoding']?.includes('gzip') === true
export const withoutAccept: When = ({ headers }) => headers.accept === undefined

/** Only these values of limit. */
export function limitIs(...values: readonly number[]): When {
  return ({ limit }) => limit !== undefined && values.includes(limit)
}

/** Only when limit reads so, valid or not. */
export function limitReads(...values: readonly string[]): When {
  return ({ limits }) => limits.length === 1 && values.includes(limits[0] ?? '')
}

/** Every nth request of all. */
export function everyRequest(nth: number): When {
  return ({ earlier }) => (earlier + 1) % nth === 0
}

/** Every nth of the answers that a change is for, each change with a count of its own. */
export function everyAnswer(nth: number): When {
  return (_ask, memory) => {
    memory.answers = (memory.answers ?? 0) + 1
    return memory.answers % nth === 0
  }
}
