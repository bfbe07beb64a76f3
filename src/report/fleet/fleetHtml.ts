import { pluralize } from '../../contract/words.ts'
import type { Verdict } from '../../judge/report.ts'
import { frame, themeToggle } from '../html/frame.ts'
import { type Markup, markup, type Part, render, verbatim } from '../html/markup/markup.ts'
import { describeRest, type Limits, shortenText } from '../html/markup/shorten.ts'
import { style as pageStyle } from '../html/style/style.ts'
import { formatTime } from '../html/summary.ts'
import { clausePlace } from '../text/clausePlace.ts'
import { findingMarks, verdictMarks } from '../text/marks.ts'
import { formatElapsed } from '../text/numbers.ts'
import type { Fleet, FleetResult, FleetTarget } from './fleet.ts'
import type { FleetOptions } from './fleetReporter.ts'
import { fleetStyle } from './fleetStyle.ts'
import { type Column, createMatrix, describeFleet, describeTarget, type Matrix, resultOf } from './matrix.ts'

const style = pageStyle + fleetStyle
const LIMITS: Limits = { text: 300, body: 0, examples: 0, steps: 0, items: 60 }
/** Bytes of the lines of the table. The worst targets come first. */
const MOST_BYTES = 300_000

/** The fleet as one HTML page, without anything from a network: a matrix of targets and checks. It works without scripts. */
export function fleetHtml(fleet: Fleet, { link = () => undefined }: Pick<FleetOptions, 'link'> = {}): string {
  const matrix = createMatrix(fleet)
  const page = frame(
    fleet.verdict,
    { title: describeFleet(fleet), skip: 'Skip to the targets', style },
    {
      top: overviewOf(fleet),
      main: [
        reasonList(fleet),
        matrixSection(matrix, link),
        matrix.columns.length > 0 && checkSection(matrix.columns, fleet),
      ],
    },
  )
  return `${render(page)}\n`
}

const SHARES = [
  { name: 'fail', verdict: 'violations', word: 'broken' },
  { name: 'warn', verdict: 'incomplete', word: 'incomplete' },
  { name: 'pass', verdict: 'conformant', word: 'conformant' },
] as const satisfies { name: string; verdict: Verdict; word: string }[]

function overviewOf(fleet: Fleet): Markup {
  const { verdict, kit, contract, requests, durationMs, startedAt, exitCode, summary } = fleet
  const facts: [string, Part][] = [
    ['Contract', shortenText(`${contract.title} ${contract.version}`, LIMITS)],
    ['Started', formatTime(startedAt)],
    ['Duration', formatElapsed(durationMs)],
    ['Requests', requests.toLocaleString('en')],
    ['Exit code', exitCode],
    ['Checked by', shortenText(`${kit.name} ${kit.version}`, LIMITS)],
  ]
  let x = 0
  const bars = SHARES.map(({ name, verdict: share }) => {
    const bar = markup`<rect class="${name}" x="${x}" width="${summary[share]}" height="1"/>`
    x += summary[share]
    return bar
  })
  return markup`<header>
<div class="top"><p class="kit"><b>${shortenText(contract.title, LIMITS)}</b> contract report</p>${themeToggle}</div>
<div class="overview">
<div class="verdict">
<span class="badge" aria-hidden="true">${verdictMarks[verdict].symbol}</span>
<h1>${describeFleet(fleet)}</h1>
</div>
<svg class="bar" viewBox="0 0 ${Math.max(1, x)} 1" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>
<ul class="counts">${SHARES.map(({ name, verdict: share, word }) => markup`<li class="${name}"><span><b>${summary[share]}</b> ${word}</span></li>`)}</ul>
<dl class="facts">${facts.map(([term, value]) => markup`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>
</div>
</header>`
}

/** Why the fleet or a target is incomplete, and what is wrong with a baseline. */
function reasonList({ reasons, targets }: Fleet): Part {
  const open = targets.filter((target) => target.reasons.length > 0)
  const items = [
    ...reasons.map((reason) => markup`<li>${shortenText(reason, LIMITS)}</li>`),
    ...open.map(
      ({ target, reasons: [first = ''] }) =>
        markup`<li><b>${target.name}</b>: ${shortenText(first, LIMITS)}</li>`,
    ),
  ]
  if (items.length === 0) return undefined
  return markup`<section class="reasons" aria-labelledby="_reasons">
<h2 id="_reasons">What was not complete</h2>
<ul>${items.slice(0, LIMITS.items)}</ul>
${describeRest(items.length - LIMITS.items, 'reason')}
</section>`
}

const WORDS: Record<FleetResult, string> = {
  fail: 'broken',
  warn: 'warning',
  listed: 'in the baseline',
  pass: 'passed',
  info: 'observation',
  'not-exercised': 'not tested',
  inconclusive: 'not tested',
}

function matrixSection({ rows, columns }: Matrix, link: NonNullable<FleetOptions['link']>): Markup {
  const lines = takeFitting(rows.map((each) => row(each, columns, link)))
  const choices = SHARES.map(({ verdict, word }) => ({
    verdict,
    word,
    count: rows.filter((each) => each.verdict === verdict).length,
  })).filter(({ count }) => count > 0)
  return markup`<section aria-labelledby="_targets" class="checks">
<div class="title"><h2 id="_targets">Targets <span class="count">${rows.length}</span></h2></div>
<div class="filter">
<fieldset><legend class="visually-hidden">Verdict</legend>${choice('all', 'all', rows.length)}${choices.map(({ verdict, word, count }) => choice(verdict, word, count))}</fieldset>
<label class="scripted search"><span class="visually-hidden">Filter by text</span><input type="search" id="_filter" data-noun="target" placeholder="Filter by name or base URL" autocomplete="off" spellcheck="false"></label>
</div>
<div class="card scroll" tabindex="0" role="region" aria-label="Targets and checks">
<table class="matrix">
<caption class="visually-hidden">Targets, and the checks that at least one of them does not pass</caption>
<thead><tr><th scope="col">Target</th><th scope="col">Result</th>${columns.map(({ check }) => markup`<th scope="col" class="turned"><a href="#${check.id}">${check.id}</a></th>`)}</tr></thead>
<tbody>
${lines}</tbody>
</table>
<p class="none" id="_none" hidden>No target matches the filter.</p>
${describeRest(rows.length - lines.length, 'target')}
</div>
${
  columns.length > 0 &&
  markup`<p class="caption">${(['fail', 'warn', 'pass', 'listed', 'info', 'not-exercised'] as const).map((each, index) => `${index > 0 ? ' · ' : ''}${findingMarks[each].symbol} ${WORDS[each]}`)}</p>`
}
</section>`
}

function choice(value: string, label: string, count: number): Markup {
  return markup`<label class="choice"><input type="radio" name="verdict" value="${value}"${value === 'all' && markup` checked`}><span>${label} <b>${count}</b></span></label>`
}

/** Ends of cells are left out, as HTML allows: a large fleet has many thousands of them. */
function row(
  each: FleetTarget,
  columns: readonly Column[],
  link: (name: string) => string | undefined,
): Markup {
  const { target, verdict } = each
  const page = link(target.name)
  const cells = columns.map((column) => CELLS[resultOf(each, column)])
  return markup`<tr class="${verdict}"><th scope="row"><span class="mark" aria-hidden="true">${verdictMarks[verdict].symbol}</span> ${page === undefined ? markup`<b>${target.name}</b>` : markup`<a href="${page}"><b>${target.name}</b></a>`} <span class="url">${shortenText(target.baseUrl, LIMITS)}</span><td class="result">${describeTarget(each)}${cells}
`
}

const CELLS = Object.fromEntries(
  Object.entries(findingMarks).map(([result, { symbol }]) => [
    result,
    verbatim(result === 'fail' || result === 'warn' ? `<td class=${result}>${symbol}` : `<td>${symbol}`),
  ]),
) as Record<FleetResult, Markup>

function takeFitting(lines: readonly Markup[]): Markup[] {
  let bytes = 0
  return lines.filter((line) => {
    bytes += Buffer.byteLength(render(line))
    return bytes <= MOST_BYTES
  })
}

/** What each column checks, and which targets do not pass. */
function checkSection(columns: readonly Column[], { summary }: Fleet): Markup {
  return markup`<section aria-labelledby="_checks">
<div class="title"><h2 id="_checks">What they check <span class="count">${columns.length}</span></h2></div>
<div class="card list">
<table>
<caption class="visually-hidden">Checks that at least one target does not pass</caption>
<thead><tr><th scope="col">Check</th><th scope="col">Requirement</th><th scope="col">Place</th><th scope="col">Targets</th></tr></thead>
<tbody>${columns.map(({ check, verdict, broken, warned }) => {
    const names = [...broken, ...warned]
    return markup`<tr class="${verdict}" id="${check.id}"><th scope="row"><span class="mark" aria-hidden="true">${findingMarks[verdict].symbol}</span> <code>${check.id}</code></th><td class="name">${shortenText(check.title, LIMITS)}</td><td class="quiet">${check.level}, ${shortenText(clausePlace(check).split(' › ', 1)[0] ?? '', LIMITS)}</td><td class="quiet">${names.length} of ${pluralize(summary.targets, 'target')}: ${names.slice(0, LIMITS.items).join(', ')}${describeRest(names.length - LIMITS.items, 'target')}</td></tr>
`
  })}</tbody>
</table>
</div>
</section>`
}
