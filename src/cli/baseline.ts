import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { childPointer } from '../contract/jsonPointer.ts'
import { InputError, list, mapOf, object, parsed, type Shape, text } from '../contract/shape.ts'
import { pluralize } from '../contract/words.ts'
import { isMap, isSeq, parseDocument, type YAMLMap, YAMLSeq } from '../contract/yamlParser.ts'
import type { Baseline } from '../judge/baseline.ts'
import type { BaselineEntry, Finding, Report } from '../judge/report.ts'
import { describeUnknownCheck, UsageError } from './errors.ts'
import type { verifyFlags } from './flags.ts'
import type { FlagsOf } from './options.ts'
import { explain, openFile, replaceFile } from './output.ts'
import { readData, toRepositoryPath } from './readText.ts'
import { insertName, nameTarget } from './reports.ts'
import { toDay, toReason } from './values.ts'

export type BaselineFlags = Pick<
  FlagsOf<typeof verifyFlags>,
  'baseline' | 'baselineUpdate' | 'reason' | 'expires' | 'contract'
> & { name?: string | undefined }

/** A baseline, and how to bring its file up to date. */
export type OpenBaseline = {
  baseline: Baseline
  /** Adds and removes entries, if the flags ask for it. Returns what was done, as a line. Throws what the file system does. */
  update: (report: Report) => Promise<string | undefined>
}

/** Reads the file of --baseline; undefined without one. Throws a UsageError for a file that cannot be read, or not be updated. */
export async function openBaseline(baseUrl: string, flags: BaselineFlags): Promise<OpenBaseline | undefined> {
  const path = findBaseline(baseUrl, flags)
  const { baselineUpdate = false, reason, expires, contract } = flags
  if (!baselineUpdate && (reason ?? expires) !== undefined)
    throw new UsageError(
      `expected --baseline-update with ${reason === undefined ? '--expires' : '--reason'}, which it fills in`,
    )
  if (path === undefined) {
    if (!baselineUpdate) return undefined
    throw new UsageError('expected --baseline with --baseline-update: the file to write')
  }
  const exists = existsSync(path)
  if (!exists && !baselineUpdate)
    throw new UsageError(`cannot read ${path}: ENOENT; --baseline-update writes it`)
  if (baselineUpdate) checkPlace(path)
  const known = exists ? await readBaseline(path, await listIds(contract)) : { entries: [] }
  return {
    baseline: { ...known, prunes: baselineUpdate },
    update: async (report) => (baselineUpdate ? updateFile(path, flags, report) : undefined),
  }
}

/** The path of the file of --baseline; undefined without one. */
export function findBaseline(
  baseUrl: string,
  { baseline, name }: Pick<BaselineFlags, 'baseline' | 'name'>,
): string | undefined {
  return baseline === undefined ? undefined : insertName(baseline, nameTarget(baseUrl, name))
}

/** Makes sure before the run that the file can be written. */
function checkPlace(path: string): void {
  try {
    openFile(path)
  } catch (error) {
    throw new UsageError(`cannot write the baseline ${path}: ${explain(error)}`)
  }
}

async function listIds(contract: string | undefined): Promise<string[]> {
  const [{ readContract }, { checks }] = await Promise.all([
    import('../contract/readContract.ts'),
    import('../verify.ts'),
  ])
  return checks(readContract(contract)).map(({ id }) => id)
}

/** Reads a baseline, YAML or JSON. `ids` are those of all checks. Throws a UsageError for the first mistake, with its line. */
async function readBaseline(
  path: string,
  ids: readonly string[],
): Promise<Pick<Baseline, 'entries' | 'file'>> {
  const source = await readData(path)
  const entries = source.read((value, pointer) => {
    const { findings } = object({ findings: list(readEntry, 'a list of findings') })(value, pointer)
    for (const [index, { id }] of findings.entries()) {
      const place = childPointer(childPointer(childPointer(pointer, 'findings'), index), 'id')
      if (!ids.includes(id)) throw new InputError(place, describeUnknownCheck(id, ids))
      if (findings.findIndex((each) => each.id === id) < index)
        throw new InputError(place, `${id} is listed twice; remove one of the entries`)
    }
    return findings
  })
  const known = toRepositoryPath(path)
  // Elsewhere, GitHub and GitLab cannot show it.
  if (isAbsolute(known) || known.startsWith('..')) return { entries }
  const lines = entries.map(({ id }, index) => [id, source.lineOf(`/findings/${index}`)])
  return { entries, file: { path: known, lines: Object.fromEntries(lines) } }
}

/** An entry has an id, a reason and its last day. What else a team writes into it stays, and reports show some of it. */
function readEntry(value: unknown, pointer: string): BaselineEntry {
  const members = mapOf((member) => member, 'a map with id, reason and expires')(value, pointer)
  const read = <Value>(name: string, shape: Shape<Value>): Value =>
    shape(members.get(name), childPointer(pointer, name))
  const readOther = (name: string): object => {
    const other = members.get(name)
    return other === undefined || other === null ? {} : { [name]: String(other) }
  }
  return {
    id: read('id', text('the id of a check')),
    reason: read('reason', filledIn(toReason, 'why it is accepted')),
    expires: read('expires', filledIn(toDay, 'the last day on which it is accepted, such as 2027-01-31')),
    ...readOther('owner'),
    ...readOther('ticket'),
    ...readOther('firstSeen'),
    ...(members.get('intermittent') === true && { intermittent: true }),
  }
}

/** What --baseline-update writes where only a person knows what to write. A baseline with such a text is refused. */
const OPEN = 'FILL IN'

/** What `parse` makes of a text that a person has to write. */
function filledIn(parse: (given: string) => string, expected: string): Shape<string> {
  const attempt = (given: string): string | undefined => {
    try {
      return parse(given)
    } catch {
      return undefined
    }
  }
  return (value, pointer) => {
    if (typeof value === 'string' && value.startsWith(OPEN))
      throw new InputError(pointer, `expected ${expected}; --baseline-update left it for you to fill in`)
    return parsed(attempt, expected)(value, pointer)
  }
}

async function updateFile(
  path: string,
  flags: Pick<BaselineFlags, 'reason' | 'expires'>,
  { findings, reasons }: Report,
): Promise<string | undefined> {
  const added = findings.filter(({ verdict, baseline }) => verdict === 'fail' && baseline === undefined)
  const removed = findings.filter(({ baseline }) => baseline?.status === 'gone').map(({ id }) => id)
  const isNew = !existsSync(path)
  const isChanged = added.length + removed.length > 0
  const isIncomplete = reasons.length > 0
  if (isChanged || (isNew && !isIncomplete)) {
    const { reason = `${OPEN}: why it is accepted for now` } = flags
    const { expires = `${OPEN}: the last day on which it is accepted, as YYYY-MM-DD` } = flags
    const entries = added.map(({ id, cause }) => ({
      id,
      reason,
      expires,
      ...(cause?.kind === 'intermittent' && { intermittent: true }),
    }))
    const before = isNew ? undefined : readFileSync(path, 'utf8')
    const isJson = path.endsWith('.json')
    replaceFile(openFile(path), changeBaseline(before, { added: entries, removed }, isJson))
  }
  const missing = (['reason', 'expires'] as const).filter((name) => flags[name] === undefined)
  const advice = missing.length > 0 && `: fill in ${missing.join(' and ')} of `
  const count = advice && pluralize(added.length, 'entry', 'entries')
  const unwritten = isNew ? 'not written' : 'unchanged'
  const parts = [
    added.length > 0 && `added ${added.map(({ id }) => id).join(', ')}${advice || ''}${count || ''}`,
    removed.length > 0 && `removed ${removed.join(', ')}`,
    isIncomplete && `${isChanged ? 'removed nothing' : unwritten}, because the run is incomplete`,
    isNew && !isChanged && !isIncomplete && 'written without entries',
    ...findings.map(explainExpired),
  ].filter((part) => part !== false && part !== undefined)
  return parts.length === 0 ? undefined : `${path}: ${parts.join('; ')}`
}

function explainExpired({ id, verdict, baseline }: Finding): string | undefined {
  if (baseline?.status !== 'expired' || verdict !== 'fail') return undefined
  return `${id} expired on ${baseline.expires}, left as it is: fix the server, or choose a later date`
}

const HEADER = ` What plant-store-kit verify --baseline accepts for now. Each entry needs a reason and the last day on which it counts.
 --baseline-update adds new violations and removes those that no longer occur.`

/** The text of a baseline after a change. Comments and the order of the entries stay. Without a text, it is a new file. */
export function changeBaseline(
  before: string | undefined,
  { added, removed }: { added: readonly Partial<BaselineEntry>[]; removed: readonly string[] },
  isJson: boolean,
): string {
  if (isJson) {
    const content: { findings: { id: string }[] } = JSON.parse(before ?? '{"findings":[]}')
    const kept = content.findings.filter(({ id }) => !removed.includes(id))
    return `${JSON.stringify({ ...content, findings: [...kept, ...added] }, null, 2)}\n`
  }
  const document = parseDocument(before ?? 'findings: []\n')
  if (before === undefined) document.commentBefore = HEADER
  const given = document.get('findings')
  const entries = isSeq<YAMLMap>(given) ? given : new YAMLSeq<YAMLMap>()
  entries.items = entries.items.filter((item) => !isMap(item) || !removed.includes(String(item.get('id'))))
  // An empty list is written as [], and its entries would be on that line.
  if (entries.items.length === 0) entries.flow = added.length === 0
  for (const entry of added) entries.add(document.createNode(entry))
  document.set('findings', entries)
  return document.toString({ lineWidth: 0, indentSeq: !/^- /m.test(before ?? '') })
}
