import { pluralize } from '../../../contract/words.ts'
import type { Evidence } from '../../../judge/evidence/evidence.ts'
import type { Finding, Violation } from '../../../judge/report.ts'
import { decodeExcerpt } from '../../excerpt/decodeExcerpt.ts'
import { describeMark, shownVerdict } from '../../text/baselineMark.ts'
import { clausePlace } from '../../text/clausePlace.ts'
import type { ReplayLine } from '../../text/createReplayLine.ts'
import { describeRequest } from '../../text/describeSteps.ts'
import { findingMarks } from '../../text/marks.ts'
import { formatOccurrences } from '../../text/numbers.ts'
import { type Markup, markup, type Part } from '../markup/markup.ts'
import { prose } from '../markup/prose.ts'
import { describeRest, type Limits, shortenList, shortenText } from '../markup/shorten.ts'
import { copyLine } from './copyLine.ts'
import { moreExamples, stepsView } from './stepsView.ts'
import { textWindow } from './textWindow.ts'

export type CardOptions = {
  isOpen: boolean
  /** Writes the command that replays it, if the JSON report of the run is in a file. */
  replay: ReplayLine | undefined
  limits: Limits
}

/** A finding with all that is needed to fix it. Its anchor is inside, because a browser opens what contains the target of a link. */
export function findingCard(finding: Finding, { isOpen, replay, limits }: CardOptions): Markup {
  const { id, level, title, violations } = finding
  const verdict = shownVerdict(finding)
  const [first] = violations
  return markup`<details class="finding ${verdict}"${isOpen && markup` open`}>
<summary><span class="mark" aria-hidden="true">${findingMarks[verdict].symbol}</span><span class="what"><h3>${prose(title, limits)}</h3><span class="line"><code>${id}</code>${
    first !== undefined && markup`<span class="message">${shortenText(first.message, limits)}</span>`
  }</span></span><span class="level">${level}</span><span class="seen">${seen(finding)}</span></summary>
<div class="details" id="${id}">
${first && comparison(first, limits)}
${facts(finding, limits)}
${moreViolations(violations.slice(1), limits)}
${sequence(finding, limits)}
${again(finding, replay, limits)}
</div>
</details>`
}

function seen({ occurrences: { seen: count, judged } }: Finding): string {
  return judged === 0 ? '' : `${count} of ${judged}`
}

function comparison({ expected, actual, pointer }: Violation, limits: Limits): Markup {
  return markup`<dl class="comparison">
<div class="expected"><dt>Expected</dt><dd>${shortenText(expected, limits)}</dd></div>
<div class="actual"><dt>Actual</dt><dd>${shortenText(actual, limits)}</dd>${
    pointer !== '' && markup`<dd class="where">at <code>${shortenText(pointer, limits)}</code></dd>`
  }</div>
</dl>`
}

function facts(finding: Finding, limits: Limits): Markup {
  const { evidence, fix, when, note, follows = [], engines, baseline } = finding
  const [example] = evidence
  const rows: [string, Part][] = [
    ['Fix', fix !== '' && markup`<strong>${prose(fix, limits)}</strong>`],
    ['When', when !== undefined && shortenText(when, limits)],
    [
      'Request',
      example !== undefined && markup`<code>${shortenText(describeRequest(example), limits)}</code>`,
    ],
    ['Seen', finding.occurrences.judged > 0 && formatOccurrences(finding)],
    ['Reported by', engines.length > 0 && engines.join(', ')],
    ['Baseline', baseline !== undefined && shortenText(describeMark(baseline), limits)],
    ['Note', note !== undefined && shortenText(note, limits)],
    [
      'Also',
      follows.length > 0 &&
        markup`<ul>${shortenList(follows, limits.items, 'check', ({ check, seen: count }) => markup`<a href="#${check.slice(0, 100)}"><code>${shortenText(check, limits)}</code></a> in ${pluralize(count, 'response')}, probably for the same reason`)}</ul>`,
    ],
    ['Requirement', shortenText(clausePlace(finding), limits)],
  ]
  return markup`<dl class="rows">${rows.map(([term, value]) => value !== false && markup`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`
}

function moreViolations(others: readonly Violation[], limits: Limits): Part {
  if (others.length === 0) return undefined
  return markup`<details class="more"><summary>${pluralize(others.length, 'more violation')} of this requirement</summary>
<ul class="violations">${shortenList(
    others,
    limits.items,
    'violation',
    ({ message, expected, actual, pointer }) =>
      markup`<p>${shortenText(message, limits)}</p><p class="quiet">expected ${shortenText(expected, limits)}; actual ${shortenText(actual, limits)}${pointer !== '' && [', at ', shortenText(pointer, limits)]}</p>`,
  )}</ul></details>`
}

function sequence({ evidence }: Finding, limits: Limits): Part {
  const [first] = evidence
  if (first === undefined) return undefined
  if (limits.examples === 0) return describeRest(evidence.length, 'example')
  const title = first.steps.length > 1 ? pluralize(first.steps.length, 'step') : 'Request and response'
  return markup`<h4>${title}</h4>${stepsView(first, limits)}${rawBytes(first, limits)}${moreExamples(evidence, limits)}`
}

/** Framing is invisible in a body, so its bytes are shown with all line ends. */
function rawBytes({ bytes }: Evidence, limits: Limits): Part {
  if (bytes === undefined) return undefined
  const shown = decodeExcerpt(bytes)
  return markup`<h4>The bytes around the wrong place</h4><div class="code bytes">${textWindow(shown.text, shown, limits, 'bytes')}</div>`
}

function again({ id, evidence: [first] }: Finding, replay: ReplayLine | undefined, limits: Limits): Part {
  const line = first && replay?.(id)
  const curl = first?.curl
  return [
    (line || curl) && markup`<h4>See it again</h4>`,
    line && copyLine('Copy the replay command', line, limits),
    curl && copyLine('Copy the curl command', curl, limits),
    markup`<p class="scripted"><button type="button" class="copy" data-link="${id}">Copy link to this finding</button></p>`,
  ]
}
