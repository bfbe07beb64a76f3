import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { html, raw } from 'hono/html'
import { findKitFile } from '../contract/files.ts'
import { pluralize } from '../contract/words.ts'
import type {
  Cell,
  Document,
  Example,
  FindingCard,
  Headline,
  Marked,
  Message,
  Row,
  Section,
  Table,
  Tone,
} from './document.ts'
import { escapeReport } from './text/escapeText.ts'
import { countMembers, nameCount, symbols } from './words.ts'

type Markup = ReturnType<typeof html>

const ICON_COLORS: Partial<Record<Tone, string>> = { good: 'green', bad: 'firebrick', warning: 'goldenrod' }

/** Writes a document as one HTML page, which loads no other files and works without its script. */
export function writeHtml(unsafe: Document): string {
  const { headline, sections, footer } = escapeReport(unsafe)
  const [style, script] = [readAsset('report.css'), readAsset('report.js')]
  const { tone, text, subject } = headline
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8" fill="${ICON_COLORS[tone]}"/></svg>`
  // The page loads no other files. The policy lets browsers apply only this style sheet and run only this script.
  const policy = `default-src 'none'; style-src '${style.integrity}'; script-src '${script.integrity}'; img-src data:; base-uri 'none'; form-action 'none'`
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${raw(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${symbols[tone]} ${[capitalise(text), ...subject.slice(0, 1)].join(' · ')}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<style>${raw(style.text)}</style>
</head>
<body>
<a class="skip" href="#_main">Skip to the findings</a>
<header>
<p class="quiet">Contract report</p>
${writeHeadline(headline, sections)}
</header>
<main id="_main" tabindex="-1">
${sections.map(writeSection)}
</main>
<footer>${footer.map((line) => html`<p>${line}</p>`)}</footer>
<p class="hidden" role="status" id="_status"></p>
<script>${raw(script.text)}</script>
</body>
</html>`
  return `${page}\n`
}

/** Reads a style sheet or a script. The package contains these files unchanged, so reports are the same as in a checkout. */
function readAsset(name: string): { text: string; integrity: string } {
  const text = readFileSync(findKitFile(`src/report/${name}`), 'utf8')
  return { text, integrity: `sha256-${hash('sha256', text, 'base64')}` }
}

function writeHeadline(headline: Headline, sections: readonly Section[]): Markup {
  const { tone, text, subject, facts, exitCode, startedAt = '', notes } = headline
  const [name, ...rest] = subject
  const parts = sections.filter((section) => section.tone !== undefined)
  const started = startedAt.replace(/^(.{10})T(.{5}).*Z$/, '$1 $2 UTC')
  return html`<div class="panel headline ${tone}">
<p class="symbol" aria-hidden="true">${symbols[tone]}</p>
<div>
<h1>${capitalise(text)}</h1>
${name !== undefined && html`<p><b>${name}</b> ${rest.map((each) => html`<code>${each}</code>`)}</p>`}
</div>
${notes.length > 0 && html`<ul class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
${parts.length > 0 && html`<nav aria-label="Results">${parts.map((part) => html`<a class="${part.tone}" href="#${part.id}"><span class="symbol" aria-hidden="true">${part.tone && symbols[part.tone]}</span> ${nameCount(part)}</a> `)}</nav>`}
<p class="quiet">${[...facts, `exit ${exitCode}`, started].filter(Boolean).join(' · ')}</p>
</div>`
}

function writeSection(section: Section): Markup {
  const { id, title, tone, weight, findings = [], table } = section
  const isOpen = weight === 'open'
  const heading = html`<h2 id="${id}">${title} ${tone !== undefined && html`<span class="quiet">${countMembers(section)}</span>`}</h2>`
  const members = [
    findings.map((each, index) => writeCard(each, isOpen && (index === 0 || findings.length <= 3))),
    table && writeTable(title, table, isOpen),
  ]
  const content = isOpen
    ? html`${heading}${members}`
    : html`<details class="panel"><summary>${heading}</summary>${members}</details>`
  return html`<section aria-labelledby="${id}">${content}</section>
`
}

/** Writes a finding with all its details. Most browsers open the `details` element around a link's target, so the anchor is inside it. */
function writeCard(card: FindingCard, isOpen: boolean): Markup {
  const { id, tone, title, level, source, brief, message, rows, examples, help } = card
  const isValue = ({ style }: Row): boolean => style === 'expected' || style === 'actual'
  const commands = help.flatMap(({ style, texts }) => (style === 'command' ? texts : []))
  const [fix, ...rest] = help.filter(({ style }) => style !== 'command')
  const place = { label: 'requirement', texts: [source] }
  const [first, ...more] = examples
  return html`<details class="panel finding ${tone}"${isOpen && html` open`}>
<summary><span class="symbol" aria-hidden="true">${symbols[tone]}</span><div><h3>${prose(title)}</h3><code>${id}</code> ${message ?? (brief === title ? '' : brief)}</div><span class="level">${level}</span></summary>
<div id="${id}">
<dl class="values">${rows.filter(isValue).map(({ label, texts, style }) => html`<div class="${style === 'expected' ? 'good' : tone}"><dt>${capitalise(label)}</dt><dd>${texts}</dd></div>`)}</dl>
<dl class="rows">${[fix, ...rows.filter((row) => !isValue(row)), ...rest, place].map((row) => row && writeRow(row))}</dl>
${first && html`<h4>${first.steps.length > 1 ? pluralize(first.steps.length, 'step') : 'Request and response'}</h4>${writeExample(first)}`}
${more.map((each) => html`<details class="more"><summary>Also: <code>${each.request}</code></summary>${writeExample(each)}</details>`)}
${commands.length > 0 && html`<h4>Reproduce</h4>`}
${commands.map((command) => html`<p class="command"><code>${command}</code><button type="button" aria-label="Copy the ${command.includes('curl') ? 'curl' : 'replay'} command">Copy</button></p>`)}
<p><button type="button" data-link="${id}">Copy link to this finding</button></p>
</div>
</details>
`
}

function writeRow({ label, texts, style }: Row): Markup {
  const show = (text: string): Markup | string => {
    if (style === 'fix') return html`<strong>${prose(text)}</strong>`
    return style === 'code' ? html`<code>${text}</code>` : text
  }
  return html`<dt>${capitalise(label)}</dt><dd>${texts.map((text) => html`<p>${show(text)}</p>`)}</dd>`
}

/** Writes a sequence of requests. In a long sequence, only the last step is open. */
function writeExample({ steps }: Example): Markup {
  const list = steps.map(({ request, outcome, note, connection, sent, received, failure }, index) => {
    const messages = html`<div class="messages">
<div><h5>Request</h5>${writeMessage(sent)}</div>
<div><h5>Response</h5>${received && writeMessage(received)}${failure !== undefined && html`<p class="failure">${failure}</p>`}</div>
</div>`
    if (steps.length === 1) return messages
    const isOpen = steps.length <= 3 || index === steps.length - 1
    return html`<li><details${isOpen && html` open`}><summary><code>${request}</code> → ${outcome} ${note !== undefined && html`<b>← ${note}</b>`} <span class="quiet">connection ${connection}</span></summary>${messages}</details></li>`
  })
  return html`${steps.length === 1 ? list : html`<ol>${list}</ol>`}`
}

function writeMessage({ head, body, size }: Message): Markup {
  const isEmpty = body === undefined || (body.before === '' && body.wrong === undefined)
  return html`<pre>${writeMarked(head)}${!isEmpty && ['\n\n', writeMarked(body)]}</pre>${size !== undefined && html`<p class="quiet">${size}</p>`}`
}

function writeMarked({ before, wrong, after = '' }: Marked): Markup {
  return html`${before}${wrong !== undefined && html`<mark>${wrong}</mark>`}${after}`
}

function writeTable(title: string, { columns, rows }: Table, isPanel: boolean): Markup {
  const hasTones = rows.some(({ tone }) => tone !== undefined)
  const names = columns.map((name) => html`<th scope="col">${name}</th>`)
  const list = rows.map(
    ({ tone, id, cells }) =>
      html`<tr${id !== undefined && html` id="${id}"`}>${hasTones && html`<td class="symbol ${tone ?? ''}">${tone && symbols[tone]}</td>`}${cells.map(writeCell)}</tr>
`,
  )
  return html`<div class="scroll${isPanel && ' panel'}" tabindex="0" role="region" aria-label="Table: ${title}"><table>${columns.join('') !== '' && html`<thead><tr>${hasTones && html`<td class="symbol"></td>`}${names}</tr></thead>`}<tbody>${list}</tbody></table></div>`
}

function writeCell(cell: Cell): Markup {
  return html`<td>${typeof cell === 'string' ? prose(cell) : html`<code>${cell.code}</code>`}</td>`
}

/** Writes a sentence from the kit, in which text in backticks becomes code. */
function prose(text: string): Markup {
  const parts = text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
  return html`${parts}`
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
