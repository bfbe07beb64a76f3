import { pluralize } from '../../contract/words.ts'
import type { EngineReport, Finding, Report } from '../../judge/report.ts'
import { nameVerdict } from '../terminal/headline.ts'
import {
  listNotices,
  listReasons,
  type ShownVerdict,
  selectAbsent,
  selectShown,
} from '../text/baselineMark.ts'
import { engineMarks, verdictMarks } from '../text/marks.ts'
import { formatElapsed } from '../text/numbers.ts'
import { themeToggle } from './frame.ts'
import { type Markup, markup, type Part } from './markup/markup.ts'
import { type Limits, shortenList, shortenText } from './markup/shorten.ts'

/** The verdict in words, for the title of the page and its first line. */
export function headline(report: Report): string {
  const name = nameVerdict(report)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Verdict, target, counts, engines, and what an incomplete run lacks. */
export function summary(report: Report, limits: Limits): Markup {
  const { verdict, target, kit, contract, requests, durationMs, startedAt, exitCode, engines } = report
  const facts: [string, Part][] = [
    ['Contract', shortenText(`${contract.title} ${contract.version}`, limits)],
    ['Started', formatTime(startedAt)],
    ['Duration', formatElapsed(durationMs)],
    ['Requests', requests.toLocaleString('en')],
    ['Exit code', exitCode],
    ['Checked by', shortenText(`${kit.name} ${kit.version}`, limits)],
    ...(target.route === undefined
      ? []
      : [['Reached', shortenText(target.route, limits)] satisfies [string, unknown]]),
  ]
  return markup`<header>
<div class="top"><p class="kit"><b>${shortenText(contract.title, limits)}</b> contract report</p>${themeToggle}</div>
<div class="overview">
<div class="verdict">
<span class="badge" aria-hidden="true">${verdictMarks[verdict].symbol}</span>
<div>
<h1>${headline(report)}</h1>
<p class="target"><b>${shortenText(target.name, limits)}</b> <span>${shortenText(target.baseUrl, limits)}</span></p>
</div>
<p class="explanation">${explain(report)}</p>
</div>
${reasons(report, limits)}
${distribution(report)}
<dl class="facts">${facts.map(([term, value]) => markup`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>
<ul class="engines" aria-label="Engines">${shortenList(engines, limits.items, 'engine', (engine) => engineItem(engine, limits))}</ul>
</div>
</header>`
}

function explain(report: Report): string {
  const { verdict, summary: counts, reasons: list } = report
  const warnings =
    counts.warnings === 0
      ? ''
      : ` There ${counts.warnings === 1 ? 'is' : 'are'} ${pluralize(counts.warnings, 'warning')}, which ${counts.warnings === 1 ? 'does' : 'do'} not fail a run.`
  const known = explainBaseline(report)
  if (verdict === 'violations' && counts.violations === 0)
    return `Nothing is broken that the baseline does not list, but an entry of the baseline is out of date.${known}${warnings}`
  if (verdict === 'conformant') return `Everything that was tested meets the contract.${known}${warnings}`
  if (verdict === 'violations')
    return `The server does not meet the contract.${list.length > 0 ? ' The run was not complete, either.' : ''}${known}${warnings}`
  return `No violation was found, but the run could not test what it needs for a verdict.${known}${warnings}`
}

function explainBaseline({ summary: { listed = 0 }, findings }: Report): string {
  const known =
    listed === 0
      ? ''
      : ` The baseline lists ${pluralize(listed, 'finding')}, which ${listed === 1 ? 'does' : 'do'} not count.`
  const absent = selectAbsent(findings).length
  const quiet =
    absent === 0
      ? ''
      : ` The baseline lists ${pluralize(absent, 'finding')} that ${absent === 1 ? 'comes and goes, and' : 'come and go, and'} did not occur.`
  return known + quiet
}

function reasons(report: Report, limits: Limits): Part {
  const list = [...listReasons(report), ...listNotices(report)]
  if (list.length === 0) return undefined
  return markup`<section class="reasons" aria-labelledby="_reasons">
<h2 id="_reasons">${nameReasons(report)}</h2>
<ul>${shortenList(list, limits.items, 'reason', (reason) => shortenText(reason, limits))}</ul>
</section>`
}

function nameReasons({ verdict, reasons: list, baseline }: Report): string {
  if (verdict === 'incomplete') return 'Why the run is incomplete'
  if (list.length > 0) return 'What was not complete'
  return baseline && baseline.problems.length > 0
    ? 'What is wrong with the baseline'
    : baseline?.expired
      ? 'What is no longer accepted'
      : baseline?.expiring
        ? 'What expires soon'
        : 'What is accepted for long'
}

type Share = { name: string; verdicts: ShownVerdict[]; nouns: [one: string, many: string]; link: string }

const SHARES: readonly Share[] = [
  { name: 'fail', verdicts: ['fail'], nouns: ['broken', 'broken'], link: '_violations' },
  { name: 'warn', verdicts: ['warn'], nouns: ['warning', 'warnings'], link: '_warnings' },
  {
    name: 'listed',
    verdicts: ['listed'],
    nouns: ['in the baseline', 'in the baseline'],
    link: '_baseline',
  },
  { name: 'pass', verdicts: ['pass'], nouns: ['passed', 'passed'], link: '_checks' },
  { name: 'info', verdicts: ['info'], nouns: ['observation', 'observations'], link: '_observations' },
  {
    name: 'none',
    verdicts: ['not-exercised', 'inconclusive'],
    nouns: ['not tested', 'not tested'],
    link: '_untested',
  },
]

/** Whether it has a card. What begins with `profile-` is in the profile. */
function isObservation({ verdict, id }: Finding): boolean {
  return verdict === 'info' && !id.startsWith('profile-')
}

/** How many checks have which verdict, as a bar and as links. */
function distribution({ findings, baseline }: Report): Part {
  const shares = SHARES.filter(({ name }) => name !== 'listed' || baseline !== undefined).map((share) => ({
    ...share,
    link: share.name === 'info' && !findings.some(isObservation) ? '_profile' : share.link,
    count: selectShown(findings, ...share.verdicts).length,
  }))
  let x = 0
  const bars = shares.map(({ name, count }) => {
    const bar = markup`<rect class="${name}" x="${x}" width="${count}" height="1"/>`
    x += count
    return bar
  })
  return markup`${
    x > 0 &&
    markup`<svg class="bar" viewBox="0 0 ${x} 1" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>`
  }<ul class="counts">${shares.map(
    ({ name, nouns: [one, many], link, count }) =>
      markup`<li class="${name}">${
        count > 0
          ? markup`<a href="#${link}"><b>${count}</b> ${count === 1 ? one : many}</a>`
          : markup`<span><b>0</b> ${many}</span>`
      }</li>`,
  )}</ul>`
}

function engineItem({ name, version, status, detail, durationMs }: EngineReport, limits: Limits): Markup {
  const outcome = status === 'completed' ? `, ${formatElapsed(durationMs)}` : ''
  const state = status === 'completed' ? '' : `${status}: `
  return markup`<span class="${status}"><span class="mark" aria-hidden="true">${engineMarks[status].symbol}</span> <b>${name}</b> ${shortenText(version, limits)} <span class="quiet">${state}${shortenText(detail, limits)}${outcome}</span></span>`
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `22 Nov 2026, 07:22 UTC` */
export function formatTime(iso: string): Part {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(iso) ?? []
  const name = MONTHS[Number(month) - 1]
  if (name === undefined) return iso.slice(0, 40)
  return markup`<time datetime="${iso.slice(0, 40)}">${Number(day)} ${name} ${year}, ${time} UTC</time>`
}
