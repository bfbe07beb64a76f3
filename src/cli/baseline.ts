import { existsSync, readFileSync } from 'node:fs'
import { childPointer } from '../contract/jsonPointer.ts'
import { InputError, list, mapOf, object, parsed, text } from '../contract/shape.ts'
import { isSeq, parseDocument, type YAMLMap, YAMLSeq } from '../contract/yamlParser.ts'
import type { Baseline } from '../judge/baseline.ts'
import type { BaselineEntry, Report } from '../judge/report.ts'
import { describeUnknownCheck, UsageError } from './errors.ts'
import type { verifyFlags } from './flags.ts'
import type { FlagsOf } from './options.ts'
import { openFile, replaceFile } from './output.ts'
import { readData } from './readText.ts'
import { insertName, nameTarget } from './reports.ts'
import { isDay } from './values.ts'

export type BaselineFlags = Pick<
  FlagsOf<typeof verifyFlags>,
  'baseline' | 'baselineUpdate' | 'reason' | 'expires' | 'contract'
> & { name?: string | undefined }

/** A baseline, and how to update its file. */
type OpenBaseline = {
  baseline: Baseline
  /** Adds and removes entries if the flags request it. Returns a line that says what changed. Throws file system errors. */
  update: (report: Report) => Promise<string | undefined>
}

/** Reads the --baseline file; undefined without the flag. Throws a UsageError if the file cannot be read or updated. */
export async function openBaseline(baseUrl: string, flags: BaselineFlags): Promise<OpenBaseline | undefined> {
  const { baselineUpdate = false, reason, expires, contract } = flags
  if ((reason === undefined) !== (expires === undefined) || (reason !== undefined && !baselineUpdate))
    throw new UsageError('expected --reason and --expires together, and with --baseline-update')
  const path = findBaseline(baseUrl, flags)
  if (path === undefined) {
    if (!baselineUpdate) return undefined
    throw new UsageError('--baseline-update requires --baseline FILE, the file to update')
  }
  if (baselineUpdate) openFile(path, 'the baseline')
  const isNew = baselineUpdate && !existsSync(path)
  const entries = isNew ? [] : await readBaseline(path, await listIds(contract))
  return {
    baseline: { entries, prunes: baselineUpdate },
    update: async (report) => (baselineUpdate ? updateFile(path, flags, report) : undefined),
  }
}

/** The path of the --baseline file; undefined without the flag. */
export function findBaseline(
  baseUrl: string,
  { baseline, name }: Pick<BaselineFlags, 'baseline' | 'name'>,
): string | undefined {
  return baseline === undefined ? undefined : insertName(baseline, nameTarget(baseUrl, name))
}

async function listIds(contract: string | undefined): Promise<string[]> {
  const [{ readContract }, { checks }] = await Promise.all([
    import('../contract/readContract.ts'),
    import('../verify.ts'),
  ])
  return checks(readContract(contract)).map(({ id }) => id)
}

/** Reads a baseline in YAML or JSON. `ids` are the ids of all checks. Throws a UsageError with the line of the first mistake. */
async function readBaseline(path: string, ids: readonly string[]): Promise<BaselineEntry[]> {
  const source = await readData(path)
  return source.read((value, pointer) => {
    const { findings } = object({ findings: list(readEntry, 'a list of findings') })(value, pointer)
    for (const [index, { id }] of findings.entries()) {
      const place = childPointer(childPointer(childPointer(pointer, 'findings'), index), 'id')
      if (!ids.includes(id)) throw new InputError(place, describeUnknownCheck(id, ids))
      if (findings.findIndex((each) => each.id === id) < index)
        throw new InputError(place, `${id} is listed twice; remove one of the entries`)
    }
    return findings
  })
}

const required = object({
  id: text('the id of a check'),
  reason: parsed((given) => given.trim() || undefined, 'why it is accepted'),
  expires: parsed(
    (given) => (isDay(given) ? given : undefined),
    'the last day on which it is accepted, such as 2027-01-31',
  ),
})

/** An entry has an id, a reason and an expiry date. A team may add other members, such as an owner and a ticket. */
function readEntry(value: unknown, pointer: string): BaselineEntry {
  const members = mapOf((member) => member, 'a map with id, reason and expires')(value, pointer)
  const { id, reason, expires, owner, ticket, intermittent } = Object.fromEntries(members)
  const others = Object.entries({ owner, ticket }).filter(([, member]) => (member ?? null) !== null)
  return {
    ...required({ id, reason, expires }, pointer),
    ...Object.fromEntries(others.map(([name, member]) => [name, String(member)])),
    ...(intermittent === true && { intermittent }),
  }
}

async function updateFile(
  path: string,
  { reason, expires }: Pick<BaselineFlags, 'reason' | 'expires'>,
  { findings, reasons }: Report,
): Promise<string | undefined> {
  if (reasons.length > 0) return `${path}: unchanged, because the run is incomplete`
  const failed = findings.filter(({ verdict, baseline }) => verdict === 'fail' && baseline === undefined)
  const added = reason === undefined || expires === undefined ? [] : failed
  const gone = findings.filter(({ baseline }) => baseline?.status === 'gone')
  const entries = added.map(({ id, cause }) => ({
    ...{ id, reason, expires },
    // One run without an intermittent finding does not show that it is fixed.
    ...(cause?.kind === 'intermittent' && { intermittent: true }),
  }))
  const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  if (before === undefined || added.length + gone.length > 0)
    await replaceFile(openFile(path, 'the baseline'), changeBaseline(before, entries, gone))
  const done = {
    added,
    removed: gone,
    'to accept these until a day, add --reason and --expires:': added.length === 0 ? failed : [],
  }
  const parts = Object.entries(done).filter(([, these]) => these.length > 0)
  const texts = parts.map(([what, these]) => `${what} ${these.map(({ id }) => id).join(', ')}`)
  return texts.length === 0 ? undefined : `${path}: ${texts.join('; ')}`
}

/** Returns the changed baseline file. Comments and the order of entries are kept. Without existing text, creates a new file. */
export function changeBaseline(
  before: string | undefined,
  added: readonly object[],
  removed: readonly { id: string }[],
): string {
  const document = parseDocument(before ?? 'findings: []\n')
  const given = document.get('findings')
  const entries = isSeq<YAMLMap>(given) ? given : new YAMLSeq<YAMLMap>()
  entries.items = entries.items.filter((item) => !removed.some(({ id }) => id === item.get('id')))
  // An empty list is written as [], so new entries would end up on the same line.
  if (entries.items.length === 0) entries.flow = added.length === 0
  for (const entry of added) entries.add(document.createNode(entry))
  document.set('findings', entries)
  return document.toString({ lineWidth: 0, indentSeq: !/^- /m.test(before ?? '') })
}
