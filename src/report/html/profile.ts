import type { Finding, Report } from '../../judge/report.ts'
import { markup, type Part } from './markup/markup.ts'
import { prose } from './markup/prose.ts'
import { describeRest, type Limits, shortenText } from './markup/shorten.ts'

/** What the server does where the contract is silent: its answers to requests, and checks of level INFO. */
export function profile({ profile: entries, findings }: Report, limits: Limits): Part {
  const recorded = Object.entries(entries)
  const all = recorded.length > 0 ? recorded : findings.flatMap(readProfile)
  if (all.length === 0) return undefined
  const titles = new Map(findings.map(({ id, title }) => [id, title]))
  const [answers, properties] = [false, true].map((wanted) =>
    all.slice(0, limits.items).filter(([name]) => titles.has(name) === wanted),
  )
  return markup`<section aria-labelledby="_profile">
<div class="title"><h2 id="_profile">Profile</h2></div>
<div class="card profile">
<p class="quiet">What this server does where the contract leaves it open.</p>
${list(answers, (name) => markup`<code>${shortenText(name, limits)}</code>`, limits)}
${list(properties, (name) => markup`<a href="#${name}">${prose(titles.get(name) ?? name, limits)}</a>`, limits)}
${describeRest(all.length - limits.items, 'entry')}
</div>
</section>`
}

type Entry = [string, string]

/** Reports of older versions have it only in findings. */
function readProfile({ id, violations }: Finding): Entry[] {
  return id.startsWith('profile-') ? violations.map(({ pointer, actual }) => [pointer, actual]) : []
}

function list(entries: readonly Entry[] = [], show: (name: string) => Part, limits: Limits): Part {
  if (entries.length === 0) return undefined
  return markup`<dl>${entries.map(([name, value]) => markup`<div><dt>${show(name)}</dt><dd>${shortenText(value, limits)}</dd></div>`)}</dl>`
}
