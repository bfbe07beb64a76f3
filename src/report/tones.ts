import { isListed } from '../judge/baseline/applyBaseline.ts'
import type { Finding, FindingVerdict, Verdict } from '../judge/report.ts'
import type { Tone } from './document.ts'

/** What a report shows of a finding: its verdict, or that the baseline lists its problem. */
export type ShownVerdict = FindingVerdict | 'listed'

export function shownVerdict(finding: Finding): ShownVerdict {
  return isListed(finding) ? 'listed' : finding.verdict
}

export const findingTones: Record<ShownVerdict, Tone> = {
  pass: 'good',
  fail: 'bad',
  warn: 'warning',
  listed: 'accepted',
  info: 'remark',
  'not-exercised': 'absent',
  inconclusive: 'absent',
}

export const verdictTones: Record<Verdict, Tone> = {
  conformant: 'good',
  violations: 'bad',
  incomplete: 'warning',
}
