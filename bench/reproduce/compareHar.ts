import { suite } from '../../contract-tests/suite.ts'
import { readContract } from '../../src/contract/readContract.ts'
import { judge } from '../../src/judge/judge.ts'
import { listSecrets } from '../../src/judge/mask.ts'
import type { Report } from '../../src/judge/report.ts'
import type { Transcript } from '../../src/judge/transcript.ts'
import { readHar, writeHar } from '../../src/record/har.ts'

/** What a saved transcript gets wrong: where its report differs from the live one, and the secrets that it contains. */
export function compareHar(transcript: Transcript, report: Report): string[] {
  const contract = readContract()
  const text = writeHar(transcript, contract.sha256)
  const saved = readHar(text).transcript
  const rules = { contract, checks: suite.checks(contract), design: suite.design }
  const again = judge(saved, rules)
  const different = report.findings.filter(
    (finding, index) => JSON.stringify(finding) !== JSON.stringify(again.findings[index]),
  )
  const secrets = listSecrets(transcript.options).filter((each) => each.length >= 8)
  const shown = secrets.filter((secret) => text.includes(secret))
  return [
    ...(again.verdict === report.verdict
      ? []
      : [`the saved run is ${again.verdict}, the live one ${report.verdict}`]),
    ...different.map(({ check }) => `${check} differs: ${describeDifference(report, again, check)}`),
    ...shown.map((secret) => `the archive contains ${secret}`),
  ]
}

function describeDifference(one: Report, other: Report, check: string): string {
  const [first = '', second = ''] = [one, other].map((report) =>
    JSON.stringify(report.findings.find((finding) => finding.check === check)),
  )
  let at = 0
  while (first[at] === second[at]) at += 1
  const show = (text: string): string => text.slice(Math.max(0, at - 60), at + 80)
  return `…${show(first)}… and …${show(second)}…`
}
