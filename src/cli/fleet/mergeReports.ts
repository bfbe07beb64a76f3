import type { Report } from '../../judge/report.ts'
import type { Fleet } from '../../report/fleet/fleet.ts'
import { joinFleet } from '../../report/fleet/joinFleet.ts'
import { listFleetChecks, toFleetTarget } from '../../report/fleet/toFleetTarget.ts'
import { fileError } from '../errors.ts'
import { readReportOrFleet } from '../readReport.ts'

type Part = Pick<Fleet, 'kit' | 'contract' | 'checks' | 'targets' | 'shards'> & { file: string }

/**
 * Joins JSON reports of single targets, of fleets and of their parts. If a part is missing, the result is incomplete. Throws a
 * UsageError for a file that is no report, for reports that cannot be compared, and for a target that is in two of them.
 */
export function mergeReports(files: readonly string[]): Fleet {
  const parts = files.map((file) => ({ file, ...toPart(readReportOrFleet(file)) }))
  const [first, ...others] = parts
  if (!first) throw new Error('merge needs a report')
  for (const other of others) rejectOther(first, other)
  rejectDuplicates(parts)
  const [checks] = parts.map((part) => part.checks).toSorted((one, other) => other.length - one.length)
  const { kit, contract } = first
  return joinFleet({
    kit,
    contract,
    checks: checks ?? [],
    targets: parts.flatMap(({ targets }) => targets),
    shards: joinShards(parts),
    needsAll: true,
  })
}

function toPart(report: Report | Fleet): Omit<Part, 'file'> {
  if ('targets' in report) return report
  const { kit, contract } = report
  return { kit, contract, checks: listFleetChecks(report), targets: [toFleetTarget(report)] }
}

/** Reports about other requirements, or by other checks, do not fit into one table. */
function rejectOther(one: Part, other: Part): void {
  if (one.contract.sha256 !== other.contract.sha256)
    throw fileError(other.file, undefined, `it is about another contract than ${one.file}`)
  if (one.kit.version !== other.kit.version)
    throw fileError(
      other.file,
      undefined,
      `expected the version of the kit that wrote ${one.file}, ${one.kit.version}, got ${other.kit.version}`,
    )
}

function rejectDuplicates(parts: readonly Part[]): void {
  const files = new Map<string, string>()
  for (const { file, targets } of parts)
    for (const { target } of targets) {
      const earlier = files.get(target.name)
      if (earlier !== undefined)
        throw fileError(file, undefined, `the target ${target.name} is in ${earlier}, too`)
      files.set(target.name, file)
    }
}

function joinShards(parts: readonly Part[]): Fleet['shards'] {
  const sharded = parts.flatMap(({ file, shards }) => (shards ? [{ file, ...shards }] : []))
  const [first] = sharded
  if (!first) return undefined
  const other = sharded.find(({ count }) => count !== first.count)
  if (other)
    throw fileError(
      other.file,
      undefined,
      `expected a part of ${first.count}, like ${first.file}, got one of ${other.count}`,
    )
  const done = new Set(sharded.flatMap((part) => part.done))
  return { count: first.count, done: [...done].toSorted((a, b) => a - b) }
}
