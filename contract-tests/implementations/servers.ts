import type { Difference, Fault, Variation } from './implementation.ts'

/** Codes of rows of `policy.md`, separated by spaces. */
type Rows = string

/** Servers that one check must report, by id. `rows` are examples of decisions besides the rows of the check. */
export function faults(
  check: string,
  servers: Readonly<Record<string, readonly [title: string, difference: Difference, rows?: Rows]>>,
): Fault[] {
  return Object.entries(servers).map(([id, [title, difference, rows]]) => {
    return { id, title, check, difference, rows: rows?.split(' ') ?? [] }
  })
}

type More = Rows | (Pick<Variation, 'warns' | 'incomplete' | 'expectations'> & { rows?: Rows })

/** Servers that are valid, by id. A server may name rows of its own. */
export function valid(
  usual: Rows,
  servers: Readonly<Record<string, readonly [title: string, difference: Difference, more?: More]>>,
): Variation[] {
  return Object.entries(servers).map(([id, [title, difference, more]]) => {
    const { rows = usual, ...others } = typeof more === 'string' ? { rows: more } : { ...more }
    return { id, title, difference, ...others, rows: rows.split(' ') }
  })
}
