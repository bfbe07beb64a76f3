import { resolve } from 'node:path'
import { readKit } from '../../contract/files.ts'
import { readContract } from '../../contract/readContract.ts'
import { pluralize } from '../../contract/words.ts'
import type { Fleet, FleetTarget } from '../../report/fleet/fleet.ts'
import { joinFleet } from '../../report/fleet/joinFleet.ts'
import { openBaseline, updatesBaseline } from '../baseline/openBaseline.ts'
import type { FlagsOf } from '../config/flag.ts'
import { fileError, Interrupted, UsageError } from '../errors.ts'
import type { Finish } from '../explainFailure.ts'
import type { verifyFlags } from '../flags/verifyFlags.ts'
import { readContractCopy } from '../reports/contractCopy.ts'
import { checkPort } from '../verify/choosePort.ts'
import { createErrorListener } from '../verify/createErrorListener.ts'
import { checkRoute, readExpectations } from '../verify/inputs.ts'
import { announceInterruption, watchInterruption } from '../verify/interruption.ts'
import { showFleetProgress } from './fleetProgress.ts'
import { openFleetReports } from './fleetReports.ts'
import { readTargets, type Target } from './readTargets.ts'
import { takeShard } from './shard.ts'
import { mergeFlags, testFleet } from './testFleet.ts'

const CONCURRENCY = 4

type VerifyFlags = FlagsOf<typeof verifyFlags>

/** `plant-store verify --targets FILE`: tests several servers. Every usage error is found before the first request. */
export async function verifyFleet(file: string, flags: VerifyFlags, finish: Finish): Promise<void> {
  const all = readTargets(file)
  const { shard, concurrency = CONCURRENCY, contract: description, contractPath = description } = flags
  const targets = shard === undefined ? all : takeShard(all, shard)
  if (targets.length === 0 && shard !== undefined)
    throw new UsageError(
      `--shard ${shard.part}/${shard.count}: ${file} has only ${pluralize(all.length, 'target')}, so this part has none; use fewer parts`,
    )
  await checkTargets(file, targets, flags)
  const { title, version, sha256 } = readContract(description)
  const { savesHar, writeTarget, writeFleet } = openFleetReports(
    flags.report,
    targets.map(({ name }) => name),
    {
      contract: contractPath === undefined ? undefined : readContractCopy(contractPath),
      verbose: flags.verbose,
    },
  )
  const progress = showFleetProgress(process.stderr, targets.length)
  let worst: Fleet['exitCode'] = 0
  let isDone = false
  let complete = true
  const onError = createErrorListener(progress.end)
  const { stop, end } = watchInterruption({
    onSignal: announceInterruption(progress.end),
    onError,
    verdictCode: () => (isDone || stop.aborted ? worst : undefined),
  })
  try {
    const results = await testFleet(targets, flags, {
      concurrency,
      stop,
      savesHar,
      onError,
      onBegin: progress.begin,
      onEnd: (result) => {
        if (worst !== 1 && result.exitCode !== 0) worst = result.exitCode
        progress.finish(result)
      },
      write: async (name, report, har) => {
        if (!(await writeTarget(name, report, har))) complete = false
      },
    })
    progress.end()
    if (results.targets.every(isUntouched) && stop.aborted) throw new Interrupted()
    const { name, version: kitVersion } = readKit()
    const fleet = joinFleet({
      kit: { name, version: kitVersion },
      contract: { title, version, sha256 },
      ...results,
      shards: shard && { count: shard.count, done: [shard.part] },
    })
    isDone = true
    finish(fleet.exitCode)
    if (!(await writeFleet(fleet))) complete = false
    if (!complete && fleet.exitCode === 0) finish(3)
  } finally {
    progress.end()
    end()
  }
}

function isUntouched({ requests, results }: FleetTarget): boolean {
  return requests === 0 && Object.keys(results).length === 0
}

/** Finds what would fail only when the turn of a target comes, and files that two targets would write. */
async function checkTargets(file: string, targets: readonly Target[], shared: VerifyFlags): Promise<void> {
  const owners = new Map<string, string>()
  for (const target of targets) {
    const { startLog } = mergeFlags(shared, target)
    const baseline = await checkTarget(file, target, shared)
    for (const path of [startLog, updatesBaseline(shared) ? baseline : undefined]) {
      if (path === undefined) continue
      const owner = owners.get(resolve(path))
      if (owner !== undefined)
        throw fileError(
          file,
          undefined,
          `${owner} and ${target.name} would both write ${path}; expected a file for each: put {name} into its path`,
        )
      owners.set(resolve(path), target.name)
    }
  }
}

/** Returns the path of the target's baseline. */
async function checkTarget(file: string, target: Target, shared: VerifyFlags): Promise<string | undefined> {
  const flags = mergeFlags(shared, target)
  try {
    checkPort(flags.start, target.baseUrl)
    checkRoute(flags, target.baseUrl)
    if (flags.expect !== undefined) await readExpectations(flags.expect, flags.otherToken.length)
    return (await openBaseline(target.baseUrl, flags))?.path
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw fileError(file, undefined, `target ${target.name}: ${error.message}`)
  }
}
