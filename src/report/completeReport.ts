import type { Evidence, Step } from '../judge/evidence/evidence.ts'
import type { Finding, Report } from '../judge/report.ts'

/** Adds what reports of older versions of the kit do not have. */
export function completeReport(report: Report): Report {
  const { target, profile = {}, findings } = report
  const name = target.name ?? target.baseUrl.replace(/^https?:\/\//, '').split('/', 1)[0] ?? ''
  return { ...report, target: { ...target, name }, profile, findings: findings.map(completeFinding) }
}

/** Ids of checks are shorter. */
const MOST_ID = 100

function completeFinding(finding: Finding): Finding {
  const { check, id = check, fix = `Run plant-store checks ${check}.`, evidence } = finding
  return { ...finding, id: id.slice(0, MOST_ID), fix, evidence: evidence.map(completeEvidence) }
}

function completeEvidence(evidence: Evidence): Evidence {
  return { ...evidence, steps: evidence.steps ?? [readStep(evidence)] }
}

/** Request and response were excerpts with line ends of `\n`. */
function readStep({ probe, request, response }: Evidence): Step {
  const step = { probe, request: readMessage(request), connection: 1 }
  return response.startsWith('HTTP/')
    ? { ...step, response: readMessage(response) }
    : { ...step, failure: response }
}

function readMessage(text: string): Step['request'] {
  const end = text.indexOf('\n\n')
  const head = (end < 0 ? text.trimEnd() : text.slice(0, end)).replaceAll(/\r?\n/g, '\r\n')
  const body = end < 0 ? '' : text.slice(end + 2)
  return body === '' ? { head } : { head, body: { text: body } }
}
