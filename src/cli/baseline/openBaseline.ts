import { existsSync, readFileSync } from 'node:fs'
import { errorCode, messageOf, pluralize } from '../../contract/words.ts'
import type { Baseline } from '../../judge/baseline/baseline.ts'
import type { Finding, Report } from '../../judge/report.ts'
import { describeUnknownCheck } from '../describeUnknownCheck.ts'
import { UsageError } from '../errors.ts'
import { insertAnyName } from '../reports/insertName.ts'
import { openPlace, type Place } from '../reports/reportPlace.ts'
import { writeText } from '../reports/writeText.ts'
import { changeBaseline } from './changeBaseline.ts'
import { readBaseline } from './readBaseline.ts'

type BaselineFlags = {
  /** Its path. `{name}` in it is the name of the target. */
  baseline?: string | undefined
  baselineUpdate?: boolean | undefined
  baselineAccept?: readonly string[] | undefined
  /** The contract that the checks are for. */
  contract?: string | undefined
  name?: string | undefined
}

/** A baseline, and how to bring its file up to date. */
export type OpenBaseline = {
  path: string
  baseline: Baseline
  /** Adds and removes entries, if the flags ask for it. Returns what was done, as a line. Throws what the file system does. */
  update: (report: Report) => Promise<string | undefined>
}

/** Reads the file of --baseline; undefined without one. Throws a UsageError for a file that cannot be read, or not be updated. */
export async function openBaseline(baseUrl: string, flags: BaselineFlags): Promise<OpenBaseline | undefined> {
  const path = findBaseline(baseUrl, flags)
  const { baselineAccept: accepted, contract } = flags
  const updates = updatesBaseline(flags)
  if (path === undefined) {
    if (!updates) return undefined
    throw new UsageError(
      `expected --baseline with ${accepted ? '--baseline-accept' : '--baseline-update'}: the file to write`,
    )
  }
  if (!existsSync(path) && !updates)
    throw new UsageError(`cannot read ${path}: ENOENT; --baseline-update writes it`)
  const ids = existsSync(path) || accepted ? await listIds(contract) : []
  const unknown = accepted?.find((id) => !ids.includes(id))
  if (unknown !== undefined) throw new UsageError(`--baseline-accept: ${describeUnknownCheck(unknown, ids)}`)
  const place = updates ? open(path) : undefined
  const known = existsSync(path) ? await readBaseline(path, ids) : { entries: [] }
  return {
    path,
    baseline: { ...known, prunes: updates },
    update: async (report) =>
      place === undefined ? undefined : updateFile({ place, path, accepted }, report),
  }
}

/** Whether the run writes the file of --baseline. */
export function updatesBaseline({ baselineUpdate, baselineAccept }: BaselineFlags): boolean {
  return baselineUpdate === true || baselineAccept !== undefined
}

/** The path of the file of --baseline; undefined without one. */
export function findBaseline(
  baseUrl: string,
  { baseline, name = new URL(baseUrl).host }: Pick<BaselineFlags, 'baseline' | 'name'>,
): string | undefined {
  return baseline === undefined ? undefined : insertAnyName(baseline, name)
}

type Update = {
  place: Place
  path: string
  /** The only ids to add; all without it. */
  accepted: readonly string[] | undefined
}

async function listIds(contract: string | undefined): Promise<string[]> {
  const [{ readContract }, { checks }] = await Promise.all([
    import('../../contract/readContract.ts'),
    import('../../verify.ts'),
  ])
  return checks(readContract(contract)).map(({ id }) => id)
}

/** Makes sure before the run that the file can be written. */
function open(path: string): Place {
  try {
    return openPlace(path)
  } catch (error) {
    throw new UsageError(`cannot write the baseline ${path}: ${errorCode(error) ?? messageOf(error)}`)
  }
}

async function updateFile(
  { place, path, accepted }: Update,
  { findings, startedAt, reasons }: Report,
): Promise<string | undefined> {
  const added = findings.filter((each) => isNewViolation(each) && (accepted?.includes(each.id) ?? true))
  const removed = findings.filter(({ baseline }) => baseline?.status === 'gone').map(({ id }) => id)
  const isNew = !existsSync(path)
  const isChanged = added.length + removed.length > 0
  const isIncomplete = reasons.length > 0
  if (isChanged || (isNew && !isIncomplete)) {
    const change = {
      added: added.map(({ id, cause }) => ({ id, intermittent: cause?.kind === 'intermittent' })),
      removed,
      today: startedAt.slice(0, 10),
    }
    const text = isNew ? undefined : readFileSync(path, 'utf8')
    await writeText(place, changeBaseline(text, change, path.endsWith('.json')))
  }
  const parts = [
    ...(added.length > 0
      ? [
          `added ${added.map(({ id }) => id).join(', ')}: fill in reason and expires of ${pluralize(added.length, 'entry', 'entries')}`,
        ]
      : []),
    ...(removed.length > 0 ? [`removed ${removed.join(', ')}`] : []),
    ...describeUnchanged({ isChanged, isNew, isIncomplete }),
    ...(accepted ?? []).flatMap((id) => explainMissing(findings, id)),
    ...findings.flatMap(explainExpired),
  ]
  return parts.length === 0 ? undefined : `${path}: ${parts.join('; ')}`
}

function isNewViolation({ verdict, baseline }: Finding): boolean {
  return verdict === 'fail' && baseline === undefined
}

type Outcome = { isChanged: boolean; isNew: boolean; isIncomplete: boolean }

function describeUnchanged({ isChanged, isNew, isIncomplete }: Outcome): string[] {
  if (isIncomplete)
    return [
      isChanged
        ? 'removed nothing, because the run is incomplete'
        : `${isNew ? 'not written' : 'unchanged'}, because the run is incomplete`,
    ]
  return isNew && !isChanged ? ['written without entries'] : []
}

/** Why a check of --baseline-accept was not added. */
function explainMissing(findings: readonly Finding[], id: string): string[] {
  const finding = findings.find((each) => each.id === id)
  if (finding && isNewViolation(finding)) return []
  return [
    finding?.verdict === 'fail'
      ? `${id} has an entry already`
      : `${id} did not fail in this run, so it was not added`,
  ]
}

function explainExpired({ id, verdict, baseline }: Finding): string[] {
  if (baseline?.status !== 'expired' || verdict !== 'fail') return []
  return [`${id} expired on ${baseline.expires}, left as it is: fix the server, or choose a later date`]
}
