import type { Finding } from '../../judge/report.ts'
import { type ShownVerdict, selectShown, shownVerdict } from '../text/baselineMark.ts'
import { clausePlace } from '../text/clausePlace.ts'
import { findingMarks } from '../text/marks.ts'
import { type Markup, markup, type Part } from './markup/markup.ts'
import { prose } from './markup/prose.ts'
import { describeRest, type Limits, shortenText } from './markup/shorten.ts'

const WORDS: Record<ShownVerdict, string> = {
  fail: 'broken',
  warn: 'warning',
  listed: 'in the baseline',
  pass: 'passed',
  info: 'observation',
  'not-exercised': 'not exercised',
  inconclusive: 'inconclusive',
}

/** Every check, with a filter. Those with details elsewhere link to them. The verdicts are filtered by the style sheet, the text by the script. */
export function checkList(
  findings: readonly Finding[],
  isLinked: (id: string) => boolean,
  limits: Limits,
): Part {
  if (findings.length === 0) return undefined
  const verdicts = (Object.keys(WORDS) as ShownVerdict[])
    .map((verdict) => ({ verdict, count: selectShown(findings, verdict).length }))
    .filter(({ count }) => count > 0)
  return markup`<section aria-labelledby="_checks" class="checks">
<div class="title"><h2 id="_checks">All checks <span class="count">${findings.length}</span></h2></div>
<div class="filter">
<fieldset><legend class="visually-hidden">Verdict</legend>${choice('all', 'all', findings.length)}${verdicts.map(({ verdict, count }) => choice(verdict, WORDS[verdict], count))}</fieldset>
<label class="scripted search"><span class="visually-hidden">Filter by text</span><input type="search" id="_filter" data-noun="check" placeholder="Filter by id, title or requirement" autocomplete="off" spellcheck="false"></label>
</div>
<div class="card">
<table>
<caption class="visually-hidden">All checks with their verdicts</caption>
<thead><tr><th scope="col">Verdict</th><th scope="col">Check</th><th scope="col">Requirement</th><th scope="col">Place</th><th scope="col" class="number">Violations</th></tr></thead>
<tbody>${findings.slice(0, limits.items).map((finding) => row(finding, isLinked(finding.id), limits))}</tbody>
</table>
<p class="none" id="_none" hidden>No check matches the filter.</p>
${describeRest(findings.length - limits.items, 'check')}
</div>
</section>`
}

function choice(value: string, label: string, count: number): Markup {
  return markup`<label class="choice"><input type="radio" name="verdict" value="${value}"${value === 'all' && markup` checked`}><span>${label} <b>${count}</b></span></label>`
}

function row(finding: Finding, isCard: boolean, limits: Limits): Markup {
  const { id, title, occurrences } = finding
  const verdict = shownVerdict(finding)
  const name = markup`<code>${id}</code>`
  return markup`<tr class="${verdict}"${!isCard && markup` id="${id}"`}><td><span class="mark" aria-hidden="true">${findingMarks[verdict].symbol}</span> <span class="word">${WORDS[verdict]}</span></td><th scope="row">${isCard ? markup`<a href="#${id}">${name}</a>` : name}</th><td class="name">${prose(title, limits)}</td><td class="quiet wide">${shortenText(clausePlace(finding).split(' › ', 1)[0] ?? '', limits)}</td><td class="number quiet">${occurrences.judged > 0 && `${occurrences.seen} of ${occurrences.judged}`}</td></tr>
`
}
