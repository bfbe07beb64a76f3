import { faultyServers, variations } from '../../contract-tests/implementations/index.ts'
import {
  type RunningImplementation,
  startImplementation,
} from '../../contract-tests/implementations/startImplementation.ts'

export type ImplementationKind = 'fault' | 'variation'

/** A running implementation. `check` is the check that must report it; a variation has none. */
export type ServedImplementation = RunningImplementation & { title: string; check: string | undefined }

/** Starts an implementation by its id. Undefined if there is none of that kind. */
export async function serveImplementation(
  kind: ImplementationKind,
  id: string,
  port: number,
): Promise<ServedImplementation | undefined> {
  const fault = kind === 'fault' ? faultyServers.find((each) => each.id === id) : undefined
  const chosen = fault ?? (kind === 'variation' ? variations.find((each) => each.id === id) : undefined)
  if (!chosen) return undefined
  const running = await startImplementation(chosen.difference, port)
  return { ...running, title: chosen.title, check: fault?.check }
}

/** Ids of all implementations, or of one kind. */
export function listImplementationIds(kind?: ImplementationKind): string[] {
  const faults = kind === 'variation' ? [] : faultyServers
  const valid = kind === 'fault' ? [] : variations
  return [...faults, ...valid].map(({ id }) => id)
}
