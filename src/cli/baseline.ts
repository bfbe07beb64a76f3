import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { childPointer } from '../contract/jsonPointer.ts'
import { InputError, list, mapOf, object, parsed, type Shape, text } from '../contract/shape.ts'
import { readReason } from '../contract/words.ts'
import { isMap, isSeq, parseDocument, type YAMLMap, YAMLSeq } from '../contract/yamlParser.ts'
import type { Baseline } from '../judge/baseline.ts'
import type { BaselineEntry, Report } from '../judge/report.ts'
import { describeUnknownCheck, UsageError } from './errors.ts'
import type { verifyFlags } from './flags.ts'
import type { FlagsOf } from './options.ts'
import { openFile, replaceFile } from './output.ts'
import { readData, toRepositoryPath } from './readText.ts'
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
  update: (report: Report) => string | undefined
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
  try {
    if (baselineUpdate) openFile(path)
  } catch (error) {
    throw new UsageError(`cannot write the baseline ${path}: ${readReason(error)}`)
  }
  const isNew = baselineUpdate && !existsSync(path)
  const known = isNew ? { entries: [] } : await readBaseline(path, await listIds(contract))
  return {
    baseline: { ...known, prunes: baselineUpdate },
    update: (report) => (baselineUpdate ? updateFile(path, flags, report) : undefined),
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
  // GitHub and GitLab can only show files inside the checkout.
  if (isAbsolute(known) || known.startsWith('..')) return { entries }
  const lines = entries.map(({ id }, index) => [id, source.lineOf(`/findings/${index}`)])
  return { entries, file: { path: known, lines: Object.fromEntries(lines) } }
}

/** An entry has an id, a reason and an expiry date. Other fields that a team adds are kept, and reports show some of them. */
function readEntry(value: unknown, pointer: string): BaselineEntry {
  const members = mapOf((member) => member, 'a map with id, reason and expires')(value, pointer)
  const read = <Value>(name: string, shape: Shape<Value>): Value =>
    shape(members.get(name), childPointer(pointer, name))
  const others = ['owner', 'ticket', 'firstSeen'].filter((name) => (members.get(name) ?? null) !== null)
  return {
    id: read('id', text('the id of a check')),
    reason: read(
      'reason',
      parsed((given) => given.trim() || undefined, 'why it is accepted'),
    ),
    expires: read(
      'expires',
      parsed(
        (given) => (isDay(given) ? given : undefined),
        'the last day on which it is accepted, such as 2027-01-31',
      ),
    ),
    ...Object.fromEntries(others.map((name) => [name, String(members.get(name))])),
    ...(members.get('intermittent') === true && { intermittent: true }),
  }
}

function updateFile(
  path: string,
  { reason, expires }: Pick<BaselineFlags, 'reason' | 'expires'>,
  { findings, reasons }: Report,
): string | undefined {
  if (reasons.length > 0) return `${path}: unchanged, because the run is incomplete`
  const failed = findings.filter(({ verdict, baseline }) => verdict === 'fail' && baseline === undefined)
  const added = reason === undefined || expires === undefined ? [] : failed
  const removed = findings.filter(({ baseline }) => baseline?.status === 'gone')
  const entries = added.map(({ id, cause }) => ({
    ...{ id, reason, expires },
    ...(cause?.kind === 'intermittent' && { intermittent: true }),
  }))
  const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  const change = { added: entries, removed: removed.map(({ id }) => id) }
  if (before === undefined || added.length + removed.length > 0)
    replaceFile(openFile(path), changeBaseline(before, change, path.endsWith('.json')))
  const done = {
    added,
    removed,
    'to accept these until a day, add --reason and --expires:': added.length === 0 ? failed : [],
  }
  const parts = Object.entries(done).filter(([, these]) => these.length > 0)
  const texts = parts.map(([what, these]) => `${what} ${these.map(({ id }) => id).join(', ')}`)
  return texts.length === 0 ? undefined : `${path}: ${texts.join('; ')}`
}

const HEADER = ` Findings that plant-store-kit verify --baseline accepts for now. Each entry needs a reason and the last day on which it is valid.`

/** Returns the changed baseline file. Comments and the order of entries are kept. Without existing text, creates a new file. */
export function changeBaseline(
  before: string | undefined,
  { added, removed }: { added: readonly object[]; removed: readonly string[] },
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
  // An empty list is written as [], so new entries would end up on the same line.
  if (entries.items.length === 0) entries.flow = added.length === 0
  for (const entry of added) entries.add(document.createNode(entry))
  document.set('findings', entries)
  return document.toString({ lineWidth: 0, indentSeq: !/^- /m.test(before ?? '') })
}
