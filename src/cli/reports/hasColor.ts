import { WriteStream } from 'node:tty'
import type { Place } from './reportPlace.ts'

/** Whether a report gets colours: on terminals, unless NO_COLOR is set, and in logs, if FORCE_COLOR is. Files never do. */
export function hasColor(place: Place, environment: NodeJS.ProcessEnv = process.env): boolean {
  if (place.kind !== 'descriptor') return false
  const { FORCE_COLOR: forced, NO_COLOR: refused } = environment
  if (forced !== undefined) return !['0', 'false'].includes(forced)
  if (refused) return false
  const stream = [process.stdin, process.stdout, process.stderr][place.descriptor]
  return stream instanceof WriteStream && stream.isTTY && stream.hasColors(environment)
}
