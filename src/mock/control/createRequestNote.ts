import { UPSTREAM_RULE } from '../upstream/upstream.ts'
import type { Entry } from './journal.ts'

/** A service that makes up its messages, or a client its parameters, has any number of kinds. */
const MAX_KINDS = 100

/**
 * Creates a function that says in one line, for logs that don't have every request, how the service behind the mock violated the contract,
 * why the mock answered, or what the client seems to have mistyped. It says each kind once; otherwise it returns undefined.
 */
export function createRequestNote(): (
  entry: Pick<Entry, 'method' | 'url' | 'rule' | 'hint' | 'upstream'>,
) => string | undefined {
  const known = new Set<string>()
  const isNew = (text: string): boolean => {
    // Another element or another value is the same kind.
    const kind = text.replace(/, got .*$/s, '').replaceAll(/\d+/g, '0')
    if (known.has(kind) || known.size === MAX_KINDS) return false
    known.add(kind)
    return true
  }
  return ({ method, url, rule, hint, upstream }) => {
    const { problem, violations = [] } = upstream ?? {}
    const notes = violations.map((each) => `the service violates the contract: ${each}`)
    // The other reason is that the client disconnected.
    if (problem !== undefined && rule !== UPSTREAM_RULE)
      notes.push(`the service ${problem}, so the mock answered`)
    if (hint?.includes('did you mean')) notes.push(hint)
    const fresh = notes.filter(isNew)
    if (fresh.length === 0) return undefined
    return `${method} ${url}: ${fresh.join('; ')}`.replaceAll(/\p{Cc}/gu, ' ')
  }
}
