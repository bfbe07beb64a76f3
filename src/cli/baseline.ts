import { existsSync, readFileSync } from 'node:fs'
import { isSeq, parseDocument, type YAMLMap, YAMLSeq } from 'yaml'
import { readContract } from '../contract/readContract.ts'
import { InputError, list, object } from '../contract/shape.ts'
import { readEntry } from '../fileShapes.ts'
import type { Baseline } from '../judge/baseline.ts'
import type { BaselineEntry, Report } from '../judge/report.ts'
import { checks } from '../verify.ts'
import { describeUnknownCheck, UsageError } from './errors.ts'
import type { verifyFlags } from './flags.ts'
import type { FlagsOf } from './options.ts'
import { openFile, replaceFile, say } from './output.ts'
import { readData } from './readText.ts'
import { insertName, nameTarget } from './reports.ts'

type BaselineFlags = Partial<FlagsOf<typeof verifyFlags>>

/** Reads the --baseline file. Returns undefined if the flag is not set. Throws a UsageError if the file cannot be read or updated. */
export async function readBaseline(baseUrl: string, flags: BaselineFlags): Promise<Baseline | undefined> {
  const { baselineUpdate = false, reason, expires, contract } = flags
  if ((reason === undefined) !== (expires === undefined) || (reason !== undefined && !baselineUpdate))
    throw new UsageError('expected --reason and --expires together, and only with --baseline-update')
  const today = new Date().toISOString().slice(0, 10)
  if (expires !== undefined && expires < today)
    throw new UsageError(`--expires: expected today or a later day, got the past day ${expires}`)
  const path = findBaseline(baseUrl, flags)
  if (path === undefined && baselineUpdate)
    throw new UsageError('--baseline-update requires --baseline FILE, the file to update')
  if (path === undefined) return undefined
  if (baselineUpdate) openFile(path, 'the baseline')
  else if (!existsSync(path))
    throw new UsageError(`--baseline: ${path} does not exist; to create it, add --baseline-update`)
  const ids = checks(readContract(contract)).map(({ id }) => id)
  return { entries: existsSync(path) ? await readEntries(path, ids) : [], prunes: baselineUpdate }
}

/** Returns the path of the --baseline file, or undefined if the flag is not set. */
export function findBaseline(baseUrl: string, { baseline, name }: BaselineFlags): string | undefined {
  return baseline === undefined ? undefined : insertName(baseline, nameTarget(baseUrl, name))
}

/** Reads a baseline in YAML or JSON. `ids` are the ids of all checks. Throws a UsageError with the line of the first mistake. */
async function readEntries(path: string, ids: readonly string[]): Promise<BaselineEntry[]> {
  const source = await readData(path)
  const entries = source.read((value, pointer) => {
    const { findings } = object({ findings: list(readEntry, 'a list of findings') })(value, pointer)
    const all = findings.map(({ id }) => id)
    const index = all.findIndex((id, at) => !ids.includes(id) || all.indexOf(id) < at)
    const id = all[index]
    if (id === undefined) return findings
    const problem = ids.includes(id) ? 'two entries have this id; remove one' : describeUnknownCheck(id, ids)
    throw new InputError(`${pointer}/findings/${index}/id`, problem)
  })
  return entries.map((each, at) => ({ ...each, place: { path, line: source.lineOf(`/findings/${at}`) } }))
}

/** Adds and removes entries for --baseline-update, and prints the changes. Rejects if the file cannot be written. */
export async function updateBaseline(baseUrl: string, flags: BaselineFlags, { findings, reasons }: Report) {
  const path = findBaseline(baseUrl, flags)
  if (path === undefined || !flags.baselineUpdate) return
  if (reasons.length > 0) return say(`${path}: unchanged, because the run is incomplete`)
  const { reason, expires } = flags
  const failed = findings.filter(({ verdict, baseline }) => verdict === 'fail' && baseline === undefined)
  const added = reason === undefined ? [] : failed
  const gone = findings.filter(({ baseline }) => baseline?.status === 'gone')
  const entries = added.map(({ id, cause }) => ({
    ...{ id, reason, expires },
    // Mark intermittent findings, because a run without an intermittent finding does not prove that the finding is fixed.
    ...(cause?.kind === 'intermittent' && { intermittent: true }),
  }))
  const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  if (before === undefined || added.length + gone.length > 0)
    await replaceFile(openFile(path, 'the baseline'), changeBaseline(before, entries, gone))
  const done = {
    added,
    removed: gone,
    'to accept these findings, add the flags --reason and --expires:': added.length === 0 ? failed : [],
  }
  for (const [what, some] of Object.entries(done))
    if (some.length > 0) say(`${path}: ${what} ${some.map(({ id }) => id).join(', ')}`)
}

/** Returns the changed baseline file. Keeps other entries' comments and order. If `before` is undefined, returns the text of a new file. */
export function changeBaseline(
  before: string | undefined,
  added: readonly object[],
  removed: readonly { id: string }[],
): string {
  const document = parseDocument(before ?? 'findings: []\n', { uniqueKeys: false })
  const given = document.get('findings')
  const entries = isSeq<YAMLMap>(given) ? given : new YAMLSeq<YAMLMap>()
  entries.items = entries.items.filter((item) => !removed.some(({ id }) => id === item.get('id')))
  // Write an empty list as [], but the first entries of an empty list in block style, with each entry on its own lines.
  if (entries.items.length === 0) entries.flow = added.length === 0
  for (const entry of added) entries.add(document.createNode(entry))
  document.set('findings', entries)
  return document.toString({ lineWidth: 0, indentSeq: !/^- /m.test(before ?? '') })
}
