import type { Difference, Fault, Implementation, Variation } from './implementation.ts'

/**
 * The permanent id of a server, and what it does. After the id, codes of rows of `policy.md` can follow in brackets, separated by
 * spaces: `limit-capped (V39): returns at most ten plants`.
 */
type Name = `${string}: ${string}`

type Server<More> = Difference | (More & { difference: Difference })

/** Servers that one check must report. Rows are examples besides those of the check. */
export function faults(check: string, servers: Readonly<Record<Name, Difference>>): Fault[] {
  return Object.entries(servers).map(([name, server]) => ({ ...readServer(name, server, ''), check }))
}

/** Servers that are valid, with the rows of those that name none of their own. */
export function valid(
  rows: string,
  servers: Readonly<Record<Name, Server<Pick<Variation, 'warns' | 'incomplete' | 'expectations'>>>>,
): Variation[] {
  return Object.entries(servers).map(([name, server]) => readServer(name, server, rows))
}

function readServer(name: string, server: Server<object>, usualRows: string): Implementation {
  const [, id = '', rows = usualRows, title = ''] = /^(\S+)(?: \((.*?)\))?: (.*)$/.exec(name) ?? []
  const more = 'difference' in server ? server : { difference: server }
  return { id, title, rows: rows.split(' ').filter((row) => row !== ''), ...more }
}
