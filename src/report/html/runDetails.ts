import type { Report } from '../../judge/report.ts'
import { type Markup, markup, type Part } from './markup/markup.ts'
import { type Limits, shortenText } from './markup/shorten.ts'

/** How to get the same report again: versions and options. */
export function runDetails({ kit, contract, options, startedAt }: Report, limits: Limits): Markup {
  const rows: [string, Part][] = [
    ['Kit', shortenText(`${kit.name} ${kit.version}`, limits)],
    ['Contract', shortenText(`${contract.title} ${contract.version}`, limits)],
    ['SHA-256 of the contract', markup`<code>${shortenText(contract.sha256, limits)}</code>`],
    ['Started', shortenText(startedAt, limits)],
    ...Object.entries(options ?? {}).map(([name, value]): [string, Part] => [
      name,
      markup`<code>${shortenText(typeof value === 'string' ? value : JSON.stringify(value), limits)}</code>`,
    ]),
  ]
  return markup`<section aria-labelledby="_run">
<div class="title"><h2 id="_run">Run</h2></div>
<div class="card"><dl class="rows">${rows.map(([term, value]) => markup`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl></div>
</section>`
}
