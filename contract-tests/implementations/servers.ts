import type { Difference, Expectations, Fault, Variation } from './implementation.ts'

type Entry<More> = readonly [title: string, difference: Difference, more?: More & { rows?: string }]

/** Servers that one check must report, by id. Rows are codes of `policy.md`, separated by spaces. */
export function faults(
  check: string,
  rows: string,
  entries: Readonly<Record<string, Entry<{ expectations?: Expectations }>>>,
): Fault[] {
  return Object.entries(entries).map(([id, [title, difference, more]]) => {
    return { id, title, check, difference, ...more, rows: (more?.rows ?? rows).split(' ') }
  })
}

/** Servers that are valid, by id. */
export function valid(
  rows: string,
  entries: Readonly<Record<string, Entry<Pick<Variation, 'warns' | 'incomplete' | 'expectations'>>>>,
): Variation[] {
  return Object.entries(entries).map(([id, [title, difference, more]]) => {
    return { id, title, difference, ...more, rows: (more?.rows ?? rows).split(' ') }
  })
}
