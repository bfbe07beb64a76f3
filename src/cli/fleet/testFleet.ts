import { listNames } from '../../contract/suggest.ts'
import { messageOf } from '../../contract/words.ts'
import type { Report } from '../../judge/report.ts'
import type { FleetCheck, FleetTarget } from '../../report/fleet/fleet.ts'
import { listFleetChecks, toFleetTarget, toUntestedTarget } from '../../report/fleet/toFleetTarget.ts'
import { Interrupted, UsageError } from '../errors.ts'
import { insertAnyName } from '../reports/insertName.ts'
import { choosePort } from '../verify/choosePort.ts'
import { endThreads } from '../verify/startThread.ts'
import { type ServerFlags, testServer } from '../verify/testServer.ts'
import type { Target } from './readTargets.ts'

/** The results of a fleet, without the reports, which are written as soon as there are some. */
export type FleetResults = { targets: FleetTarget[]; checks: FleetCheck[] }

type Context = {
  concurrency: number
  stop: AbortSignal
  savesHar: boolean
  onError: (error: unknown) => void
  onBegin: (name: string) => void
  onEnd: (result: FleetTarget) => void
  write: (name: string, report: Report, har?: string) => Promise<void>
}

/**
 * Tests targets, some at once, each in a thread that then tests the next one. One that cannot be tested is incomplete, and does not keep the others from
 * being tested.
 */
export async function testFleet(
  targets: readonly Target[],
  shared: ServerFlags,
  { concurrency, stop, savesHar, onError, onBegin, onEnd, write }: Context,
): Promise<FleetResults> {
  const results: FleetTarget[] = []
  let checks: FleetCheck[] = []
  // Most servers have the same results, and those need memory only once.
  const distinct = new Map<string, FleetTarget['results']>()
  const finish = (target: FleetTarget): void => {
    const key = Object.entries(target.results).join()
    const known = distinct.get(key) ?? target.results
    distinct.set(key, known)
    const result = { ...target, results: known }
    results.push(result)
    onEnd(result)
  }
  const test = async (target: Target): Promise<void> => {
    const flags = mergeFlags(shared, target)
    const place = { name: target.name, baseUrl: target.baseUrl }
    if (stop.aborted) return finish(toUntestedTarget(place, `not tested: ${stop.reason}`))
    if (target.unset.length > 0) {
      const are = target.unset.length === 1 ? 'is' : 'are'
      return finish(toUntestedTarget(place, `not tested: ${listNames(target.unset, 'and')} ${are} not set`))
    }
    onBegin(target.name)
    let result: FleetTarget | undefined
    try {
      const { baseUrl, ...started } = await choosePort(flags, target.baseUrl)
      const isUpdated = await testServer(
        baseUrl,
        { ...flags, ...started },
        {
          stop,
          savesHar,
          keepsThread: true,
          onError,
          onProgress: () => {},
          onResult: async ({ report, har }) => {
            result = toFleetTarget(report)
            if (report.findings.length > checks.length) checks = listFleetChecks(report)
            await write(target.name, report, har)
          },
        },
      )
      if (!isUpdated && result?.exitCode === 0)
        result = { ...result, verdict: 'incomplete', exitCode: 3, reasons: ['The baseline was not updated.'] }
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof Interrupted)) onError(error)
      result ??= toUntestedTarget(place, explain(error, stop))
    }
    if (result) finish(result)
  }
  // All of them take the next target from the same list.
  const waiting = targets.values()
  const work = async (): Promise<void> => {
    for (const target of waiting) await test(target)
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, targets.length) }, work))
  // The report of a large fleet needs the memory of its threads.
  await endThreads()
  return { targets: results, checks }
}

/** What a target says wins over the command line, and its token over any other way to get one. */
export function mergeFlags(
  shared: ServerFlags,
  { name, flags }: Pick<Target, 'name' | 'flags'>,
): ServerFlags {
  const { token: _token, tokenCommand: _command, ...others } = shared
  const hasToken = flags.token !== undefined || flags.tokenCommand !== undefined
  const { startLog = shared.startLog } = flags
  return {
    ...(hasToken ? others : shared),
    ...flags,
    ...(startLog !== undefined && { startLog: insertAnyName(startLog, name) }),
    name,
  }
}

function explain(error: unknown, stop: AbortSignal): string {
  if (error instanceof Interrupted) return `not tested: ${stop.reason}`
  if (error instanceof UsageError) return `not tested: ${error.message}`
  return `the kit itself failed: ${messageOf(error)}`
}
