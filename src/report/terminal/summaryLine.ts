import { pluralize } from '../../contract/words.ts'
import { readPrerequisites } from '../../judge/prerequisites.ts'
import type { Finding, Report } from '../../judge/report.ts'
import type { ReporterOptions } from '../reporter.ts'
import type { Styler } from '../text/styler.ts'
import { hangingIndent } from '../text/wrap.ts'
import { describeReasons, describeVerdict } from './headline.ts'

/** The counts, who judged, and the verdict again. They come last, so that they are visible above the prompt after a long report. */
export function summaryLines(
  report: Report,
  style: Styler,
  {
    verbose = false,
    program = 'plant-store',
    saved,
  }: Pick<ReporterOptions, 'verbose' | 'program' | 'saved'> = {},
): string[] {
  const { kit, contract, engines, exitCode } = report
  const others = engines.filter(({ name, status }) => name !== 'probes' && status === 'completed')
  const by = [`${kit.name} ${kit.version}`, ...others.map(({ name, version }) => `${name} ${version}`)].join(
    ', ',
  )
  return [
    ...(report.summary.violations > 0 ? describeReasons(report) : []),
    ...(report.summary.violations + report.summary.warnings > 0
      ? [
          ...(saved === undefined ? [] : describeTokens(report)),
          `  ${program} checks <id> says more about a check, and how to fix it in your framework`,
        ].map((line) => style('dim', line))
      : []),
    ...[describeCounts(report), verbose ? '' : describeHidden(report)]
      .filter((text) => text !== '')
      .flatMap((text) => hangingIndent('  ', text))
      .map((line) => style('dim', line)),
    ...hangingIndent(
      '  ',
      `checked by ${by} against ${contract.title} ${contract.version}${describeRoute(report)}${describeAbsent(engines, verbose)}`,
    ).map((line) => style('dim', line)),
    `${describeVerdict(report, style)} · exit ${exitCode}`,
  ]
}

/** What the commands that replay findings read from the environment. */
function describeTokens({ options: { users } }: Report): string[] {
  if (users === 0) return []
  const tokens =
    users === 1 ? 'token from PLANT_STORE_TOKEN' : 'tokens from PLANT_STORE_TOKEN and PLANT_STORE_OTHER_TOKEN'
  return [`  the commands after "again" read the ${tokens}`]
}

/** Which plan was sent, if not all of it, and how the server was reached, if not directly. */
function describeRoute({ target: { route }, options: { plan } }: Report): string {
  return `${plan === undefined ? '' : `, plan ${plan}`}${route === undefined ? '' : `, ${route}`}`
}

/** The engines that were skipped. The list of `--verbose` says why. */
function describeAbsent(engines: Report['engines'], verbose: boolean): string {
  const names = engines.filter(({ status }) => status === 'skipped').map(({ name }) => name)
  return names.length === 0 ? '' : `, without ${names.join(' and ')}${verbose ? '' : ' (--verbose says why)'}`
}

function describeCounts({ verdict, summary, findings, options }: Report): string {
  const { passed, inconclusive, listed = 0 } = summary
  const missing = findings.filter(isUntested)
  return [
    `${passed} passed`,
    ...(listed > 0 ? [`${listed} in the baseline`] : []),
    ...(inconclusive > 0 ? [`${inconclusive} inconclusive`] : []),
    ...(missing.length > 0
      ? [
          // The headline says what to do first.
          verdict === 'incomplete'
            ? `${missing.length} not tested`
            : `${missing.length} not tested: ${describeNeeds(missing, options)}`,
        ]
      : []),
  ].join(' · ')
}

/** How to see what this report leaves out; empty if that is nothing. */
function describeHidden({ summary, findings }: Report): string {
  const hidden = [
    ...(summary.infos > 0 ? [pluralize(summary.infos, 'observation')] : []),
    ...(findings.some(isUntested) || summary.inconclusive > 0 ? ['what was not tested'] : []),
  ]
  return hidden.length === 0 ? '' : `--verbose lists ${hidden.join(' and ')}`
}

function isUntested({ verdict }: Finding): boolean {
  return verdict === 'not-exercised'
}

/** What the checks that were not tested need, in groups: `10 need --other-token and --expect, 12 did not apply`. */
function describeNeeds(findings: readonly Finding[], options: Report['options']): string {
  const given = [
    ...(options.users > 1 ? ['--other-token'] : []),
    ...(options.expectations ? ['--expect'] : []),
  ]
  const flags = new Set<string>()
  const count = { plan: 0, flags: 0, others: new Map<string, number>(), occasion: 0 }
  for (const { note = '' } of findings) {
    const named = (note.match(/--[a-z][a-z-]*/g) ?? []).filter((flag) => !given.includes(flag))
    const cause = readPrerequisites(note).join(' and ')
    if (named.includes('--plan')) {
      count.plan += 1
      continue
    }
    if (named.length > 0) count.flags += 1
    else if (cause !== '') count.others.set(cause, (count.others.get(cause) ?? 0) + 1)
    else count.occasion += 1
    for (const flag of named) flags.add(flag)
  }
  return [
    ...(count.plan > 0 ? [`${count.plan} need the full plan`] : []),
    ...(count.flags > 0 ? [`${count.flags} need ${[...flags].sort().join(' and ')}`] : []),
    ...[...count.others].map(([cause, number]) => `${number} because of ${cause}`),
    ...(count.occasion > 0 ? [`${count.occasion} did not apply`] : []),
  ].join(', ')
}
