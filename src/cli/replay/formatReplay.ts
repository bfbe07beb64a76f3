import { pluralize } from '../../contract/pluralize.ts'
import type { ReplayStep } from '../../harness/replay/describeStep.ts'
import type { ReplayResult, ReplayRound } from '../../harness/replay/replay.ts'
import type { Finding, Violation } from '../../harness/report.ts'
import { escapeLine } from '../../reporters/text/escapeText.ts'
import { hangingIndent } from '../../reporters/text/wrap.ts'

/** The beginning of a long sequence says nothing about the step that fails. */
const STEPS_SHOWN = 10

/** What is replayed, and where. */
export function formatStart({ check, title, when }: Finding, baseUrl: string): string {
  const lines = [
    ...hangingIndent(`${check}  `, title),
    ...(when === undefined ? [] : hangingIndent('  when      ', when)),
    ...hangingIndent('  target    ', baseUrl),
  ]
  return join(lines)
}

/** What a round sent, and its result. */
export function formatRound({
  title,
  requests,
  result,
  reasons,
  steps,
  violations,
  violatingStep,
}: ReplayRound): string {
  const sent = `${title}, ${pluralize(requests, 'request')}`
  if (result === 'passes') return join([`✓ passes: ${sent}`])
  if (result === 'unknown')
    return join([`– shows nothing: ${sent}`, ...reasons.flatMap((reason) => hangingIndent('  ', reason))])
  const numbered = steps.map((step, index) => ({ step, number: index + 1 }))
  const last = violatingStep ?? steps.length
  const from = steps.length > STEPS_SHOWN ? Math.max(0, last - STEPS_SHOWN) : 0
  const shown = numbered.slice(from, steps.length > STEPS_SHOWN ? last : steps.length)
  return join([
    `✗ fails: ${sent}`,
    '',
    ...(from > 0 ? [`      … ${pluralize(from, 'step')} before`] : []),
    ...shown.flatMap(({ step, number }) => formatStep(step, number, number === violatingStep)),
    ...violations.flatMap(formatViolation),
    '',
  ])
}

/** The last line. */
export function formatEnd(result: ReplayResult): string {
  return join([ENDS[result]])
}

const ENDS: Record<ReplayResult, string> = {
  fails: '✗ still fails (exit 1)',
  passes: '✓ fixed: the whole plan no longer shows it (exit 0)',
  unknown: '– cannot tell whether it is fixed (exit 3)',
}

function formatStep(
  { request, notes, responses }: ReplayStep,
  number: number,
  isViolating: boolean,
): string[] {
  const label = `${isViolating ? '→' : ' '} ${String(number).padStart(3)}  `
  return [
    ...hangingIndent(label, [request, ...notes].join(', ')),
    ...responses.flatMap((response) => hangingIndent('         ', response)),
  ]
}

function formatViolation({ message, expected, actual, pointer }: Violation): string[] {
  return [
    '',
    ...hangingIndent('  ', message),
    ...hangingIndent('  expected  ', expected),
    ...hangingIndent('  actual    ', actual),
    ...(pointer === '' ? [] : hangingIndent('  where     ', pointer)),
  ]
}

function join(lines: readonly string[]): string {
  return lines.map((line) => `${escapeLine(line)}\n`).join('')
}
