import type { Difference, Fault } from '../implementation.ts'

type Entry = readonly [title: string, codes: string, difference: Difference]

/** Servers that one check must report, by id. Codes are rows of `policy.md`, separated by spaces. */
export function faults(check: string, entries: Readonly<Record<string, Entry>>): Fault[] {
  return Object.entries(entries).map(([id, [title, codes, difference]]) => ({
    id,
    title,
    check,
    rows: codes.split(' '),
    difference,
  }))
}
