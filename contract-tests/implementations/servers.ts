import type { Difference, Fault, Implementation, Variation } from './implementation.ts'

/** The permanent id of a server, and what it does. */
type Name = `${string}: ${string}`

/** Codes of rows of `policy.md`, separated by spaces. */
type Rows = string

type Server<More> = Difference | (More & { difference: Difference; rows?: Rows })

/** Servers that one check must report. A server can name rows besides those of the check, which are examples of decisions. */
export function faults(check: string, servers: Readonly<Record<Name, Server<object>>>): Fault[] {
  return Object.entries(servers).map(([name, server]) => ({ ...readServer(name, server, ''), check }))
}

/** Servers that are valid, with their rows. A server can have rows of its own. */
export function valid(
  rows: Rows,
  servers: Readonly<Record<Name, Server<Pick<Variation, 'warns' | 'incomplete' | 'expectations'>>>>,
): Variation[] {
  return Object.entries(servers).map(([name, server]) => readServer(name, server, rows))
}

function readServer(name: string, server: Server<object>, usualRows: Rows): Implementation {
  const [id = '', title] = name.split(/: (.*)/)
  const { rows = usualRows, ...others } = 'difference' in server ? server : { difference: server }
  return { id, title: title ?? '', ...others, rows: rows.split(' ').filter((row) => row !== '') }
}
