import { pluralize } from '../../contract/words.ts'
import type { Finding, Violation } from '../../judge/report.ts'
import type { ReplayStep } from '../../record/replay/describeStep.ts'
import type { ReplayResult, ReplayRound } from '../../record/replay/replay.ts'
import { escapeLine } from '../../report/text/escapeText.ts'
import { hangingIndent } from '../../report/text/wrap.ts'

/** The beginning of a long sequence says nothing about the step that fails, but for what was sent on the same connection. */
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
  const shown = selectSteps(steps, violatingStep)
  return join([
    `✗ fails: ${sent}`,
    '',
    ...shown.flatMap(({ step, number }, index) => [
      ...describeGap(shown[index - 1]?.number ?? 0, number),
      ...formatStep(step, number, number === violatingStep),
    ]),
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

type NumberedStep = { step: ReplayStep; number: number }

/** All steps; of a long sequence, those up to the one that fails, and the earlier ones on its connection. */
function selectSteps(steps: readonly ReplayStep[], violatingStep: number | undefined): NumberedStep[] {
  const numbered = steps.map((step, index) => ({ step, number: index + 1 }))
  if (steps.length <= STEPS_SHOWN) return numbered
  const last = violatingStep ?? steps.length
  const connected: number[] = []
  for (let at = steps[last - 1]?.before; at !== undefined; at = steps[at - 1]?.before) connected.push(at)
  const latest = connected.slice(0, STEPS_SHOWN - 1)
  return numbered.filter(
    ({ number }) => latest.includes(number) || (number > last - STEPS_SHOWN && number <= last),
  )
}

function describeGap(before: number, number: number): string[] {
  const hidden = number - before - 1
  if (hidden === 0) return []
  return [`      … ${pluralize(hidden, 'step')} ${before === 0 ? 'before' : 'between'}`]
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
