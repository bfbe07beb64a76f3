import { createHash } from 'node:crypto'
import type { Finding, FindingVerdict, Report } from '../../harness/report.ts'
import { verdictMarks } from '../text/marks.ts'
import { checkList } from './checkList.ts'
import { findingCard } from './finding/findingCard.ts'
import { type Markup, markup, type Part, verbatim } from './markup/markup.ts'
import { describeRest, type Limits } from './markup/shorten.ts'
import { notTested } from './notTested.ts'
import { profile } from './profile.ts'
import { runDetails } from './runDetails.ts'
import { script } from './script.ts'
import { style } from './style/style.ts'
import { headline, summary } from './summary.ts'

/** Nothing is loaded, and only this style sheet and this script are obeyed, whatever else the page contains. */
const policy = (): string =>
  [
    "default-src 'none'",
    `style-src '${hash(style)}'`,
    `script-src '${hash(script)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** The whole page. */
export function page(report: Report, limits: Limits): Markup {
  const { findings, target } = report
  const failed = byLevel(findings, 'fail')
  const warned = byLevel(findings, 'warn')
  const observed = findings.filter(({ verdict, id }) => verdict === 'info' && !id.startsWith('profile-'))
  return markup`<!doctype html>
<html lang="en" data-verdict="${report.verdict}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${verbatim(policy())}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${verdictMarks[report.verdict].symbol} ${headline(report)} · ${target.name.slice(0, 80)}</title>
<link rel="icon" href="${icon(report)}">
<style>${verbatim(style)}</style>
</head>
<body>
<a class="skip" href="#_main">Skip to the findings</a>
${summary(report, limits)}
<main id="_main" tabindex="-1">
${cards('Violations', '_violations', failed, limits, failed.length <= 3 ? 3 : 1)}
${cards('Warnings', '_warnings', warned, limits, failed.length === 0 && warned.length <= 3 ? 3 : 0)}
${notTested(findings, limits)}
${cards('Observations', '_observations', observed, limits, 0)}
${profile(report, limits)}
${checkList(findings, limits)}
${runDetails(report, limits)}
</main>
<p class="visually-hidden" role="status" id="_status"></p>
<script>${verbatim(script)}</script>
</body>
</html>`
}

const ORDER = { MUST: 0, SHOULD: 1, INFO: 2 }

function byLevel(findings: readonly Finding[], verdict: FindingVerdict): Finding[] {
  return findings
    .filter((finding) => finding.verdict === verdict)
    .toSorted((one, other) => ORDER[one.level] - ORDER[other.level])
}

/** The findings with one verdict, of which the first `open` show their details. */
function cards(title: string, id: string, findings: readonly Finding[], limits: Limits, open: number): Part {
  if (findings.length === 0) return undefined
  return markup`<section aria-labelledby="${id}">
<div class="title"><h2 id="${id}">${title} <span class="count">${findings.length}</span></h2>${
    findings.length > 1 &&
    markup`<button type="button" class="plain scripted" data-open-all>Open all</button>`
  }</div>
${findings.slice(0, limits.findings).map((finding, index) => findingCard(finding, index < open, limits))}
${describeRest(findings.length - limits.findings, 'finding')}
</section>`
}

const COLORS = { conformant: '#22683a', violations: '#b3261e', incomplete: '#8a5a00' }

function icon({ verdict }: Report): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8" fill="${COLORS[verdict]}"/><path d="${SHAPES[verdict]}" fill="none" stroke="#fff" stroke-width="2"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const SHAPES = {
  conformant: 'M4 8.5 7 11.5 12 5',
  violations: 'M5 5 11 11 M11 5 5 11',
  incomplete: 'M8 3.5 V9 M8 10.7 V12.7',
}
