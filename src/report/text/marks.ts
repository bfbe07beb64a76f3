import type { EngineReport, Verdict } from '../../judge/report.ts'
import type { ShownVerdict } from './baselineMark.ts'
import type { Style } from './styler.ts'

type Mark = { symbol: string; color: Style }

const good: Mark = { symbol: '✓', color: 'green' }
const bad: Mark = { symbol: '✗', color: 'red' }
const attention: Mark = { symbol: '!', color: 'yellow' }
const remark: Mark = { symbol: '·', color: 'cyan' }
const accepted: Mark = { symbol: '~', color: 'gray' }
const absent: Mark = { symbol: '–', color: 'gray' }

export const findingMarks: Record<ShownVerdict, Mark> = {
  pass: good,
  fail: bad,
  warn: attention,
  listed: accepted,
  info: remark,
  'not-exercised': absent,
  inconclusive: absent,
}

export const verdictMarks: Record<Verdict, Mark> = {
  conformant: good,
  violations: bad,
  incomplete: attention,
}

export const engineMarks: Record<EngineReport['status'], Mark> = {
  completed: good,
  failed: attention,
  missing: attention,
  skipped: absent,
}
