import { isAbsolute } from 'node:path'
import { childPointer } from '../../contract/jsonPointer.ts'
import {
  boolean,
  InputError,
  list,
  object,
  optional,
  parsed,
  type Shape,
  text,
} from '../../contract/shape.ts'
import type { Baseline } from '../../judge/baseline/baseline.ts'
import { readData } from '../config/readConfig.ts'
import { describeUnknownCheck } from '../describeUnknownCheck.ts'
import { toRepositoryPath } from '../reports/contractCopy.ts'
import { isPlaceholder } from './placeholder.ts'

const REASON = 'why it is accepted'
const EXPIRES = 'the last day on which it is accepted, such as 2027-01-31'

const word = parsed((given) => given, 'a name or a number')
const entry = object({
  id: text('the id of a check'),
  check: optional(text('the id of a check')),
  reason: filledIn((given) => given.trim() || undefined, REASON),
  owner: optional(word),
  ticket: optional(word),
  expires: filledIn(readDay, EXPIRES),
  firstSeen: optional(parsed(readDay, 'a day such as 2026-11-22')),
  intermittent: optional(boolean),
})
const file = object({ findings: list(readEntry, 'a list of findings') })

function readEntry(value: unknown, pointer: string): ReturnType<typeof entry> {
  const { owner, ...others } = Object(value)
  const { reason, expires }: { reason?: unknown; expires?: unknown } = others
  if (isPlaceholder(reason) && isPlaceholder(expires))
    throw new InputError(
      childPointer(pointer, 'reason'),
      `expected ${REASON}, and in expires ${EXPIRES}; --baseline-update left both for you to fill in`,
    )
  // An entry does not need one.
  return entry(isPlaceholder(owner) ? others : value, pointer)
}

/** Reads a baseline, YAML or JSON. `ids` are those of all checks. Throws a UsageError for the first mistake, with its line. */
export async function readBaseline(
  path: string,
  ids: readonly string[],
): Promise<Pick<Baseline, 'entries' | 'file'>> {
  const source = await readData(path)
  const entries = source.read((value, pointer) => {
    const { findings } = file(value, pointer)
    for (const [index, { id, check = id }] of findings.entries()) {
      const place = childPointer(childPointer(pointer, 'findings'), index)
      if (!ids.includes(id)) throw new InputError(childPointer(place, 'id'), describeUnknownCheck(id, ids))
      if (check !== id)
        throw new InputError(
          childPointer(place, 'check'),
          `expected the check of the finding, ${id}, got ${check}`,
        )
      if (findings.findIndex((each) => each.id === id) < index)
        throw new InputError(childPointer(place, 'id'), `${id} is listed twice; remove one of the entries`)
    }
    return findings
  })
  const known = toRepositoryPath(path)
  // Elsewhere, GitHub and GitLab cannot show it.
  if (isAbsolute(known) || known.startsWith('..')) return { entries }
  const lines = entries.map(({ id }, index) => [id, source.lineOf(`/findings/${index}`)])
  return { entries, file: { path: known, lines: Object.fromEntries(lines) } }
}

/** What `parse` makes of a text that a person has to write. */
function filledIn(parse: (given: string) => string | undefined, expected: string): Shape<string> {
  const shape = parsed(parse, expected)
  return (value, pointer) => {
    if (!isPlaceholder(value)) return shape(value, pointer)
    throw new InputError(pointer, `expected ${expected}; --baseline-update left it for you to fill in`)
  }
}

/** Undefined for a text that is not a day of the calendar. */
function readDay(given: string): string | undefined {
  const isWritten = /^\d{4}-\d\d-\d\d$/.test(given)
  const time = isWritten ? Date.parse(given) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(given) ? given : undefined
}
