import type { Difference, Fault } from '../implementation.ts'

/** An entry of the corpus on few lines. `rows` are separated by spaces. */
export function fault(id: string, title: string, check: string, rows: string, difference: Difference): Fault {
  return { id, title, check, rows: rows.split(' '), difference }
}
