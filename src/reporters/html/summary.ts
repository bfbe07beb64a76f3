import { pluralize } from '../../contract/pluralize.ts'
import type { EngineReport, Finding, FindingVerdict, Report } from '../../harness/report.ts'
import { engineMarks, verdictMarks } from '../text/marks.ts'
import { formatElapsed } from '../text/numbers.ts'
import { themeToggle } from './frame.ts'
import { type Markup, markup, type Part } from './markup/markup.ts'
import { type Limits, shortenList, shortenText } from './markup/shorten.ts'

/** The verdict in words, for the title of the page and its first line. */
export function headline({ verdict, findings }: Report): string {
  const failed = findings.filter((finding) => finding.verdict === 'fail').length
  if (verdict === 'violations') return `${pluralize(failed, 'requirement')} broken`
  return verdict === 'conformant' ? 'Conformant' : 'Incomplete'
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

function explain({ verdict, summary: counts, reasons: list }: Report): string {
  const warnings =
    counts.warnings === 0
      ? ''
      : ` There ${counts.warnings === 1 ? 'is' : 'are'} ${pluralize(counts.warnings, 'warning')}, which ${counts.warnings === 1 ? 'does' : 'do'} not fail a run.`
  if (verdict === 'conformant') return `Everything that was tested meets the contract.${warnings}`
  if (verdict === 'violations')
    return `The server does not meet the contract.${list.length > 0 ? ' The run was not complete, either.' : ''}${warnings}`
  return `No violation was found, but the run could not test what it needs for a verdict.${warnings}`
}

function reasons({ reasons: list, verdict }: Report, limits: Limits): Part {
  if (list.length === 0) return undefined
  return markup`<section class="reasons" aria-labelledby="_reasons">
<h2 id="_reasons">${verdict === 'incomplete' ? 'Why the run is incomplete' : 'What was not complete'}</h2>
<ul>${shortenList(list, limits.items, 'reason', (reason) => shortenText(reason, limits))}</ul>
</section>`
}

type Share = { name: string; verdicts: FindingVerdict[]; nouns: [one: string, many: string]; link: string }

const SHARES: readonly Share[] = [
  { name: 'fail', verdicts: ['fail'], nouns: ['broken', 'broken'], link: '_violations' },
  { name: 'warn', verdicts: ['warn'], nouns: ['warning', 'warnings'], link: '_warnings' },
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
function distribution({ findings }: Report): Part {
  const shares = SHARES.map((share) => ({
    ...share,
    link: share.name === 'info' && !findings.some(isObservation) ? '_profile' : share.link,
    count: findings.filter(({ verdict }) => share.verdicts.includes(verdict)).length,
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
