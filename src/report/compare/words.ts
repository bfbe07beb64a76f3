import { pluralize } from '../../contract/words.ts'
import type { FindingVerdict } from '../../judge/report.ts'
import { verdictMarks } from '../text/marks.ts'
import type { Change, Comparison } from './comparison.ts'

const WORDS: Record<FindingVerdict, string> = {
  fail: 'broken',
  warn: 'warning',
  pass: 'passed',
  info: 'observed',
  'not-exercised': 'not tested',
  inconclusive: 'inconclusive',
}

/** `passed → broken` */
export function describeStep({ before, after }: Pick<Change, 'before' | 'after'>): string {
  return `${WORDS[before]} → ${WORDS[after]}`
}

/** The mark of the headline. It is that of a pass only if both runs could tell. */
export function markComparison({ worse, unclear, exitCode, before, after }: Comparison) {
  if (worse.length > 0) return verdictMarks.violations
  const isOpen = exitCode === 3 || [before, after].some(({ verdict }) => verdict === 'incomplete')
  return isOpen || unclear.length > 0 ? verdictMarks.incomplete : verdictMarks.conformant
}

/** In a sentence, the checks that cannot be compared because the plans differ; undefined if these are the same. */
export function foldUnclear({ before, after, unclear }: Comparison): string | undefined {
  if (before.plan === after.plan || unclear.length === 0) return undefined
  const wrong = unclear.filter((change) =>
    [change.before, change.after].some((each) => each === 'fail' || each === 'warn'),
  )
  const names = wrong.map((change) => `${change.check} (${describeStep(change)})`)
  return `The ${before.plan} plan before and the ${after.plan} plan after cannot be compared in ${pluralize(unclear.length, 'check')}${wrong.length === 0 ? '' : `, among them ${names.join(', ')}`}.`
}

/** `2 worse, 1 better, 3 other behaviours` */
export function summariseComparison({ worse, better, behaviour, unclear }: Comparison): string {
  const counts = [
    { count: worse.length, noun: 'worse' },
    { count: better.length, noun: 'better' },
    { count: behaviour.length, noun: behaviour.length === 1 ? 'other behaviour' : 'other behaviours' },
    { count: unclear.length, noun: 'unclear' },
  ].filter(({ count }) => count > 0)
  return counts.length === 0
    ? 'no difference'
    : counts.map(({ count, noun }) => `${count} ${noun}`).join(', ')
}
