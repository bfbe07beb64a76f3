import { existsSync, readFileSync } from 'node:fs'
import { errorCode, messageOf } from '../../contract/errors.ts'
import { pluralize } from '../../contract/pluralize.ts'
import type { Baseline } from '../../harness/baseline/baseline.ts'
import { isIntermittent } from '../../harness/cause/cause.ts'
import type { Report } from '../../harness/report.ts'
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
  /** The contract that the checks are for. */
  contract?: string | undefined
  name?: string | undefined
}

/** A baseline, and how to bring its file up to date. */
export type OpenBaseline = {
  path: string
  baseline: Baseline
  /** Adds and removes entries, if --baseline-update asks for it. Returns what was done, as a line. Throws what the file system does. */
  update: (report: Report) => Promise<string | undefined>
}

/** Reads the file of --baseline; undefined without one. Throws a UsageError for a file that cannot be read, or not be updated. */
export async function openBaseline(
  baseUrl: string,
  { baselineUpdate = false, contract, ...flags }: BaselineFlags,
): Promise<OpenBaseline | undefined> {
  const path = findBaseline(baseUrl, flags)
  if (path === undefined) {
    if (!baselineUpdate) return undefined
    throw new UsageError('expected --baseline with --baseline-update: the file to write')
  }
  if (!existsSync(path) && !baselineUpdate)
    throw new UsageError(`cannot read ${path}: ENOENT; --baseline-update writes it`)
  const place = baselineUpdate ? open(path) : undefined
  const known = existsSync(path) ? await readBaseline(path, await listIds(contract)) : { entries: [] }
  return {
    path,
    baseline: { ...known, prunes: baselineUpdate },
    update: async (report) => (place === undefined ? undefined : updateFile(place, path, report)),
  }
}

/** The path of the file of --baseline; undefined without one. */
export function findBaseline(
  baseUrl: string,
  { baseline, name = new URL(baseUrl).host }: Pick<BaselineFlags, 'baseline' | 'name'>,
): string | undefined {
  return baseline === undefined ? undefined : insertAnyName(baseline, name)
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
  place: Place,
  path: string,
  { findings, startedAt, reasons }: Report,
): Promise<string | undefined> {
  const added = findings.filter((each) => each.verdict === 'fail' && each.baseline === undefined)
  const removed = findings.filter(({ baseline }) => baseline?.status === 'gone')
  const isNew = !existsSync(path)
  if (added.length + removed.length === 0) {
    if (reasons.length > 0)
      return `${path}: ${isNew ? 'not written' : 'unchanged'}, because the run is incomplete`
    if (!isNew) return undefined
  }
  const change = {
    added: added.map(({ id, when }) => ({ id, intermittent: isIntermittent(when) })),
    removed: removed.map(({ id }) => id),
    today: startedAt.slice(0, 10),
  }
  const text = isNew ? undefined : readFileSync(path, 'utf8')
  await writeText(place, changeBaseline(text, change, path.endsWith('.json')))
  const parts = [
    ...(added.length > 0
      ? [
          `added ${added.map(({ id }) => id).join(', ')}: fill in reason and expires of ${pluralize(added.length, 'entry', 'entries')}`,
        ]
      : []),
    ...(removed.length > 0 ? [`removed ${change.removed.join(', ')}`] : []),
    ...(added.length + removed.length === 0 ? ['written without entries'] : []),
    ...(reasons.length > 0 ? ['removed nothing, because the run is incomplete'] : []),
  ]
  return `${path}: ${parts.join('; ')}`
}
