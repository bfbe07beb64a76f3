import { escapeReport } from '../text/escapeReport.ts'
import { findingMarks } from '../text/marks.ts'
import { colored, plain, type Styler } from '../text/styler.ts'
import { hangingIndent, shorten } from '../text/wrap.ts'
import type { Behaviour, Change, Comparison, Side } from './comparison.ts'
import { describeStep, foldUnclear, markComparison, summariseComparison } from './words.ts'

const MAX_MESSAGE = 240
const MAX_FOLDED = 600
const SHOWN = 20

/** The comparison for people: what got worse, what got better, and what is only different. */
export function terminal(unsafe: Comparison, { color }: { color: boolean }): string {
  const style = color ? colored : plain
  const comparison = escapeReport(unsafe)
  const { worse, better, behaviour, unclear, unchanged, runs } = comparison
  const folded = foldUnclear(comparison)
  const sections = [
    headline(comparison, style),
    section('Worse', worse, (change) => describeChange(change, style), style),
    section('Better', better, (change) => describeChange(change, style), style),
    section('Other behaviour', behaviour, describeBehaviour, style),
    // What was different about the runs explains what is unclear.
    section('About the runs', runs, (text) => hangingIndent('  ', text), style),
    folded === undefined
      ? section('Unclear', unclear, (change) => describeChange(change, style), style)
      : section('Unclear', [folded], (text) => hangingIndent('  ', shorten(text, MAX_FOLDED)), style),
    unchanged.length === 0
      ? []
      : hangingIndent('', `As before, ${unchanged.length} broken or with warnings: ${unchanged.join(', ')}`),
  ]
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
  return `${texts.join('\n\n')}\n`
}

function headline(comparison: Comparison, style: Styler): string[] {
  const { before, after, exitCode } = comparison
  const { symbol, color } = markComparison(comparison)
  const summary = summariseComparison(comparison)
  return [
    `${style('bold', style(color, `${symbol} ${summary}`))} · exit ${exitCode}`,
    ...hangingIndent('  before  ', describeSide(before)),
    ...hangingIndent('  after   ', describeSide(after)),
  ]
}

function describeSide({ target: { name, baseUrl }, startedAt, verdict }: Side): string {
  return `${baseUrl.includes(name) ? baseUrl : `${name} ${baseUrl}`}, ${startedAt}, ${verdict}`
}

function section<Item>(
  title: string,
  items: readonly Item[],
  describe: (item: Item) => string[],
  style: Styler,
): string[] {
  if (items.length === 0) return []
  const hidden = items.length - SHOWN
  return [
    style('bold', title),
    ...items.slice(0, SHOWN).flatMap(describe),
    ...(hidden > 0 ? [`  … ${hidden} more in the JSON format`] : []),
  ]
}

function describeChange(change: Change, style: Styler): string[] {
  const { check, title, after, level, message } = change
  const { symbol, color } = findingMarks[after]
  const label = `  ${symbol} ${check}   `
  return [
    ...hangingIndent(label, `${describeStep(change)} (${level}): ${title}`, (unstyled) =>
      unstyled.replace(symbol, style(color, symbol)),
    ),
    ...(message === undefined ? [] : hangingIndent('      ', shorten(message, MAX_MESSAGE))),
  ]
}

function describeBehaviour({ what, before, after }: Behaviour): string[] {
  return hangingIndent(`  ${what}   `, `${before} → ${after}`)
}
