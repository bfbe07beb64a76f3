import type { Failure } from '../../../judge/exchange.ts'
import type { Address } from '../../../judge/url.ts'
import type { LateBytes } from '../lateBytes.ts'
import type { Connection } from './connection.ts'

/** The open connections of a run: one for each name, and unnamed ones that any request may use. */
export type Pool = {
  /** An idle connection with this name, or a new one. Until it is released, nothing else uses it. */
  acquire: (address: Address, name: string | undefined) => Promise<Connection | Failure>
  release: (connection: Connection) => void
  /** Opens connections for requests that are sent at once. Resolves when most of them have had time to open. */
  prepare: (address: Address, names: readonly string[]) => Promise<void>
  /** From now on, only the unnamed connection and those with these names are kept when another one is opened. */
  retain: (names: ReadonlySet<string>) => void
  /** Closes idle connections, also those to keep. Returns how many. */
  closeIdle: () => number
  /** How many idle connections, apart from this one, have carried a request, so that a worker may be waiting for their next one. */
  countUsedIdle: (apart: Connection) => number
  /** Whether no other connection was open when the latest one was opened, nor shortly before. */
  isAlone: () => boolean
  /** How many connections the server accepts at once, as far as it is known. */
  capacity: () => number
  /** From now on, opens no connection beside another: the server has a single worker. */
  limitToOne: () => void
  /** Finds out whether the server closes a connection because others are open. Resolves to whether it does. */
  findLimit: (address: Address) => Promise<boolean>
  takeLateBytes: () => LateBytes[]
  close: () => void
}
