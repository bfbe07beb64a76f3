import type { Contract } from '../../contract/contract.ts'
import type { Check } from '../check.ts'
import type { EngineName, Finding, FindingVerdict, Violation } from '../report.ts'
import { type EvidenceOptions, evidence } from './evidence.ts'
import type { CheckResult } from './judgeChecks.ts'

const VIOLATIONS_SHOWN = 10
const EVIDENCE_SHOWN = 3

/** What each engine made of one check. */
export type Opinions = ReadonlyMap<EngineName, CheckResult>

export type FindingOptions = EvidenceOptions & { contract: Contract; strict: boolean }

/** One finding for one check, from what every engine saw of it. */
export function finding(check: Check, opinions: Opinions, options: FindingOptions): Finding {
  const all = [...opinions.values()]
  const violations = all.flatMap((opinion) => opinion.violations)
  // Where something is wrong, the answers that count are those of the engines that say so.
  const counted = violations.length > 0 ? all.filter((opinion) => opinion.violations.length > 0) : all
  const judged = counted.reduce((sum, opinion) => sum + opinion.judged, 0)
  const exchanges = new Set(violations.map(({ exchange }) => exchange))
  const inconclusive = all.flatMap((opinion) => opinion.inconclusive)
  const verdict = verdictOf(check, exchanges.size, judged, inconclusive.length, options.strict)
  const { clause } = check
  const seen = [...opinions].filter(([, opinion]) =>
    violations.length > 0 ? opinion.violations.length > 0 : opinion.judged > 0,
  )
  const note = noteOf(check, verdict, all, inconclusive)
  return {
    check: check.id,
    clause: 'pointer' in clause ? `openapi.yaml#${clause.pointer}` : clause.standard,
    ...('pointer' in clause && { line: options.contract.lineOf(clause.pointer) }),
    level: check.level,
    verdict,
    engines: seen.map(([name]) => name),
    title: check.title,
    ...(note !== undefined && { note: options.mask(note) }),
    violations: violationsOf(violations, options.mask),
    occurrences: { seen: exchanges.size, judged },
    evidence: evidenceOf(opinions).map((exchange) => evidence(exchange, options)),
  }
}

function verdictOf(
  check: Check,
  seen: number,
  judged: number,
  inconclusive: number,
  strict: boolean,
): FindingVerdict {
  if (seen > 0) {
    if (check.level === 'INFO') return 'info'
    // Once in a whole run, and not when asked again: a stumble, which is worth a warning.
    if (check.allowOnce === true && seen === 1) return 'warn'
    return check.level === 'MUST' || strict ? 'fail' : 'warn'
  }
  if (inconclusive > 0) return 'inconclusive'
  return judged > 0 ? 'pass' : 'not-exercised'
}

function noteOf(
  check: Check,
  verdict: FindingVerdict,
  opinions: readonly CheckResult[],
  inconclusive: readonly string[],
): string | undefined {
  if (verdict === 'not-exercised') {
    const cause = opinions.find(({ explainedBy }) => explainedBy !== undefined)?.explainedBy
    return cause === undefined ? `needs ${check.requires}` : `broken too, as ${cause} explains`
  }
  if (verdict === 'inconclusive') return [...new Set(inconclusive)].join('; ')
  const unsteady = opinions.map(unsteadiness).find((text) => text !== undefined)
  return unsteady === undefined ? undefined : `unstable: ${unsteady}`
}

/** Where a probe broke the check at one attempt and not at another, in how many of them. */
function unsteadiness({ violations, attempts }: CheckResult): string | undefined {
  const broken = Map.groupBy(violations, ({ exchange }) => exchange.probe.id)
  for (const [id, of] of broken) {
    const seen = new Set(of.map(({ exchange }) => exchange)).size
    const tries = attempts.get(id) ?? seen
    if (seen < tries) return `${id} broke it in ${seen} of ${tries} attempts`
  }
  return undefined
}

/** Distinct violations: the same words forty times over are one. */
function violationsOf(violations: CheckResult['violations'], mask: (text: string) => string): Violation[] {
  const distinct = new Map<string, Violation>()
  for (const { violation } of violations) {
    const { message, pointer, expected, actual } = violation
    const key = `${pointer.replace(/^\/\d+/, '/*')} ${expected} ${actual}`
    if (!distinct.has(key))
      distinct.set(key, {
        message: mask(message),
        pointer: mask(pointer),
        expected: mask(expected),
        actual: mask(actual),
      })
  }
  return [...distinct.values()].slice(0, VIOLATIONS_SHOWN)
}

/** The exchanges to show: of different probes, and a sound attempt beside a broken one where it comes and goes. */
function evidenceOf(opinions: Opinions) {
  const order = [...opinions.values()].flatMap(({ violations }) => violations.map(({ exchange }) => exchange))
  const firstOfEach = [...Map.groupBy(order, ({ probe }) => probe.id).values()].flatMap(([first]) =>
    first ? [first] : [],
  )
  const shown = firstOfEach.slice(0, EVIDENCE_SHOWN)
  const [first] = shown
  if (first === undefined) return []
  for (const opinion of opinions.values()) {
    const sound = opinion.sound.get(first.probe.id)
    if (sound) return [first, sound, ...shown.slice(1, EVIDENCE_SHOWN - 1)]
  }
  return shown
}
