import type { Report } from '../../judge/report.ts'

/** What was different about two runs, other than the server. A difference in their results may come from it. */
export function describeRuns(before: Report, after: Report): string[] {
  const [then, now] = [describe(before), describe(after)]
  const differences = Object.entries(now).flatMap(([what, value]) => {
    const earlier = then[what]
    return earlier === undefined || earlier === value ? [] : `${what}: ${earlier} before, ${value} after.`
  })
  return [
    ...differences,
    ...describeChecks(before, after),
    ...describeReasons('before', before),
    ...describeReasons('after', after),
  ]
}

function describe({ kit, contract, options, engines }: Report): Record<string, string> {
  const used = engines.filter(({ status }) => status === 'completed').map(({ name }) => name)
  return {
    Kit: kit.version,
    Contract: `${contract.title} ${contract.version} (${contract.sha256.slice(0, 8)})`,
    Plan: options.plan ?? 'full',
    Engines: used.length === 0 ? 'none' : used.join(', '),
    Users: String(options.users),
    'Expected plants': options.expectations ? 'known' : 'unknown',
    'SHOULD violations': options.strict ? 'failures' : 'warnings',
    Seed: String(options.seed),
  }
}

/** Another version of the kit may have other checks. */
function describeChecks(before: Report, after: Report): string[] {
  const [then, now] = [before, after].map(({ findings }) => findings.map(({ id }) => id))
  const added = now?.filter((id) => !then?.includes(id)) ?? []
  const broken = after.findings.filter(({ id, verdict }) => added.includes(id) && verdict === 'fail')
  const removed = then?.filter((id) => !now?.includes(id)) ?? []
  return [
    ...(added.length === 0 ? [] : [`Checks only after: ${added.join(', ')}.`]),
    ...(broken.length === 0 ? [] : [`Of these, ${broken.map(({ id }) => id).join(', ')} failed.`]),
    ...(removed.length === 0 ? [] : [`Checks only before: ${removed.join(', ')}.`]),
  ]
}

function describeReasons(side: string, { reasons }: Report): string[] {
  return reasons.map((reason) => `Incomplete ${side}: ${reason}`)
}
