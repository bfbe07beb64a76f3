import type { Finding } from '../../judge/report.ts'
import { describeMark } from './baselineMark.ts'
import { describeRequest } from './describeSteps.ts'
import { shorten } from './wrap.ts'

// A message may quote a whole HTML page. The JSON report has more of it.
const MAX_MESSAGE = 500

/** A finding in one sentence: `Returns at most limit plants: ?limit=1 returns 20 plants`. */
export function summariseFinding({ title, violations: [first] }: Finding): string {
  return first === undefined ? title : `${title}: ${shorten(first.message, MAX_MESSAGE)}`
}

/** A finding in a few lines, with what helps to fix it. */
export function describeFinding(finding: Finding): string[] {
  const { when, fix, evidence, baseline } = finding
  return [
    summariseFinding(finding),
    ...evidence.slice(0, 1).map((each) => `request: ${describeRequest(each)}`),
    ...(when === undefined ? [] : [`when: ${when}`]),
    `fix: ${fix}`,
    ...(baseline === undefined ? [] : [`baseline: ${describeMark(baseline)}`]),
  ]
}
