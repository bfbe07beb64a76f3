import type { EngineReport, FindingVerdict, Verdict } from '../../harness/report.ts'
import type { Style } from './ink.ts'

type Mark = { symbol: string; style: Style }

const good: Mark = { symbol: '✓', style: 'green' }
const bad: Mark = { symbol: '✗', style: 'red' }
const doubtful: Mark = { symbol: '!', style: 'yellow' }
const remark: Mark = { symbol: '·', style: 'cyan' }
const absent: Mark = { symbol: '–', style: 'gray' }

export const findingMarks: Record<FindingVerdict, Mark> = {
  pass: good,
  fail: bad,
  warn: doubtful,
  info: remark,
  'not-exercised': absent,
  inconclusive: absent,
}

export const verdictMarks: Record<Verdict, Mark> = {
  conformant: good,
  violations: bad,
  incomplete: doubtful,
}

export const engineMarks: Record<EngineReport['status'], Mark> = {
  completed: good,
  failed: doubtful,
  missing: doubtful,
  skipped: absent,
}
