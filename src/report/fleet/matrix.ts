import { pluralize } from '../../contract/words.ts'
import type { Verdict } from '../../judge/report.ts'
import type { Fleet, FleetCheck, FleetResult, FleetTarget } from './fleet.ts'

/** A check that at least one target does not pass, and the names of those that don't. */
export type Column = { check: FleetCheck; verdict: 'fail' | 'warn'; broken: string[]; warned: string[] }

/** Targets and the checks that tell them apart. */
export type Matrix = { columns: Column[]; rows: FleetTarget[] }

const WORST_FIRST: readonly Verdict[] = ['violations', 'incomplete', 'conformant']

/** The targets, the worst first, and the checks that one of them fails, before those that only cause warnings. */
export function createMatrix({ checks, targets }: Fleet): Matrix {
  const columns = checks.map((check): Column => {
    const withResult = (result: FleetResult): string[] =>
      targets.filter(({ results }) => results[check.id] === result).map(({ target }) => target.name)
    const broken = withResult('fail')
    return { check, verdict: broken.length > 0 ? 'fail' : 'warn', broken, warned: withResult('warn') }
  })
  return {
    columns: (['fail', 'warn'] as const).flatMap((verdict) =>
      columns.filter(
        (column) => column.verdict === verdict && column.broken.length + column.warned.length > 0,
      ),
    ),
    rows: WORST_FIRST.flatMap((verdict) => targets.filter((target) => target.verdict === verdict)),
  }
}

/** The result of a check on a target. One that is not in the report was not tested. */
export function resultOf({ results }: FleetTarget, { check }: Column): FleetResult {
  return results[check.id] ?? 'not-exercised'
}

/** `2 of 4 targets break the contract, 1 is incomplete`. */
export function describeFleet({ verdict, summary }: Fleet): string {
  const { targets, violations, incomplete } = summary
  const open = `${incomplete} ${incomplete === 1 ? 'is' : 'are'} incomplete`
  if (violations > 0) {
    const first = `${violations} of ${pluralize(targets, 'target')} ${violations === 1 ? 'breaks' : 'break'} the contract`
    return incomplete > 0 ? `${first}, ${open}` : first
  }
  if (verdict === 'conformant')
    return targets === 1 ? '1 target is conformant' : `${targets} targets are conformant`
  return incomplete > 0
    ? `${incomplete} of ${pluralize(targets, 'target')} ${incomplete === 1 ? 'is' : 'are'} incomplete`
    : 'incomplete'
}

/** `2 broken, 1 warning`. */
export function describeTarget({ verdict, summary }: FleetTarget): string {
  const { violations, warnings, listed = 0 } = summary
  const broken = violations > 0 ? `${violations} broken` : 'baseline out of date'
  return [
    verdict === 'violations' ? broken : verdict,
    ...(warnings > 0 ? [pluralize(warnings, 'warning')] : []),
    ...(listed > 0 ? [`${listed} in the baseline`] : []),
  ].join(', ')
}

/** `3 of 5: express, go, java`. */
export function describeColumn({ broken, warned }: Column, { summary }: Fleet): string {
  const names = [...broken, ...warned]
  return `${names.length} of ${summary.targets}: ${names.join(', ')}`
}
