import { readPrerequisites } from '../../judge/prerequisites.ts'
import type { Finding } from '../../judge/report.ts'
import { markup, type Part } from './markup/markup.ts'
import { prose } from './markup/prose.ts'
import { describeRest, type Limits, shortenText } from './markup/shorten.ts'

/** What was not tested, grouped by what it needs. What the reader can provide comes first. */
export function notTested(findings: readonly Finding[], limits: Limits): Part {
  const untested = findings.filter(({ verdict }) => verdict === 'not-exercised' || verdict === 'inconclusive')
  // If nothing was tested, the reasons at the top say why.
  if (untested.length === 0 || untested.length === findings.length) return undefined
  const groups = [
    ...Map.groupBy(untested.slice(0, limits.items), ({ note = '', verdict }) => note || verdict),
  ]
  const inReach = groups.filter(([need, members]) => isInReach(need, members))
  const later = groups.filter(([need]) => readPrerequisites(need).length > 0)
  const others = groups.filter((group) => !inReach.includes(group) && !later.includes(group))
  return markup`<section aria-labelledby="_untested">
<div class="title"><h2 id="_untested">Not tested <span class="count">${untested.length}</span></h2></div>
<div class="card needs">
${list('You can change this', inReach, limits)}
${list('After a fix', later, limits)}
${list('No occasion in this run', others, limits)}
${describeRest(untested.length - limits.items, 'check')}
</div>
</section>`
}

/** The reader can pass a flag, and change what made a check inconclusive. What the server did not send is not in reach. */
function isInReach(need: string, members: readonly Finding[]): boolean {
  return / --[a-z]/.test(need) || members.some(({ verdict }) => verdict === 'inconclusive')
}

function list(title: string, groups: readonly [string, Finding[]][], limits: Limits): Part {
  if (groups.length === 0) return undefined
  return markup`<h3>${title}</h3>
<dl class="rows">${groups.map(
    ([need, members]) =>
      markup`<div><dt>${shortenText(need, limits)}</dt><dd><ul>${members.map(({ id, title: name }) => markup`<li><a href="#${id}"><code>${id}</code></a> <span class="quiet">${prose(name, limits)}</span></li>`)}</ul></dd></div>`,
  )}</dl>`
}
