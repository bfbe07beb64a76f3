import type { Finding, Report } from '../../judge/report.ts'
import { type ShownVerdict, selectShown, shownVerdict } from '../text/baselineMark.ts'
import type { ReplayLine } from '../text/createReplayLine.ts'
import { checkList } from './checkList.ts'
import { findingCard } from './finding/findingCard.ts'
import { frame } from './frame.ts'
import { fitInto } from './markup/fitInto.ts'
import { type Markup, markup, type Part } from './markup/markup.ts'
import { describeRest } from './markup/shorten.ts'
import { notTested } from './notTested.ts'
import { profile } from './profile.ts'
import { runDetails } from './runDetails.ts'
import { script } from './script.ts'
import { style } from './style/style.ts'
import { headline, summary } from './summary.ts'

/** The most that a page may have, and the most of its parts. What those leave is for the findings. */
const MOST_BYTES = 400_000
const MOST = { summary: 40_000, untested: 40_000, profile: 25_000, checks: 100_000, run: 10_000, frame: 5000 }
const MOST_CARDS = 80

export function page(report: Report, replay: ReplayLine | undefined): Markup {
  const { findings, target } = report
  const top = fitInto(MOST.summary, { ...report, findings: [] }, (limits) => summary(report, limits))
  const texts = findings.map(({ id, title, clause, note }) => [id, title, clause, note])
  const untested = fitInto(MOST.untested, texts, (limits) => notTested(findings, limits))
  const behaviour = fitInto(MOST.profile, report.profile, (limits) => profile(report, limits))
  const run = fitInto(MOST.run, [report.options, report.contract], (limits) => runDetails(report, limits))
  const list = (linked: (id: string) => boolean) =>
    fitInto(MOST.checks, texts, (limits) => checkList(findings, linked, limits))
  const others = [top, untested, behaviour, run, list(() => true)].reduce((sum, { bytes }) => sum + bytes, 0)
  const cards = createCards(findings, replay, MOST_BYTES - others - style.length - script.length - MOST.frame)
  const checks = list((id) => cards.ids.has(id))
  return frame(
    report.verdict,
    { title: `${headline(report)} · ${shortenName(target.name)}`, skip: 'Skip to the findings', style },
    {
      top: top.part,
      main: markup`${cards.show('Violations', '_violations', 'fail')}
${cards.show('Warnings', '_warnings', 'warn')}
${untested.part}
${cards.show('In the baseline', '_baseline', 'listed')}
${cards.show('Observations', '_observations', 'info')}
${behaviour.part}
${checks.part}
${run.part}`,
    },
  )
}

const ORDER = { MUST: 0, SHOULD: 1, INFO: 2 }
const CARDS: readonly ShownVerdict[] = ['fail', 'warn', 'listed', 'info']

function rank(finding: Finding): number {
  return CARDS.indexOf(shownVerdict(finding))
}

/** The cards of all findings, with as many details as there is room for: their ids, and a function that shows those of one verdict. */
function createCards(findings: readonly Finding[], replay: ReplayLine | undefined, most: number) {
  const shown = findings
    .filter((finding) => rank(finding) >= 0 && !finding.id.startsWith('profile-'))
    .toSorted((one, other) => rank(one) - rank(other) || ORDER[one.level] - ORDER[other.level])
  const isOpen = chooseOpen(shown)
  let left = most
  const cards = shown.slice(0, MOST_CARDS).flatMap(({ id, ...finding }, index, all) => {
    const { part, bytes } = fitInto(left / (all.length - index), finding, (limits) =>
      findingCard({ id, ...finding }, { isOpen: isOpen(index), replay, limits }),
    )
    if (bytes > left) return []
    left -= bytes
    return [{ id, part, verdict: shownVerdict({ id, ...finding }) }]
  })
  const show = (title: string, id: string, verdict: ShownVerdict): Part => {
    const count = shown.filter((finding) => shownVerdict(finding) === verdict).length
    const own = cards.filter((card) => card.verdict === verdict)
    if (count === 0) return undefined
    return markup`<section aria-labelledby="${id}">
<div class="title"><h2 id="${id}">${title} <span class="count">${count}</span></h2>${
      own.length > 1 && markup`<button type="button" class="plain scripted" data-open-all>Open all</button>`
    }</div>
${own.map(({ part }) => part)}
${describeRest(count - own.length, 'finding')}
</section>`
  }
  return { ids: new Set(cards.map(({ id }) => id)), show }
}

/** Up to three violations show their details, or the first of more; without violations the same is true of warnings. */
function chooseOpen(shown: readonly Finding[]): (index: number) => boolean {
  const first = shown[0] && shownVerdict(shown[0])
  if (first !== 'fail' && first !== 'warn') return () => false
  const count = selectShown(shown, first).length
  return (index) => index < (count <= 3 ? count : 1)
}

function shortenName(name: string): string {
  return name.length <= 80 ? name : `${name.slice(0, 79)}…`
}
