import type { FindingVerdict } from '../harness/report.ts'
import { verdictMarks } from '../reporters/text/marks.ts'
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
