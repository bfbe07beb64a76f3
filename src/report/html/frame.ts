import type { Verdict } from '../../judge/report.ts'
import { verdictMarks } from '../text/marks.ts'
import { type Markup, markup, type Part, verbatim } from './markup/markup.ts'
import { script } from './script.ts'

/** Nothing is loaded, and only this style sheet and this script are obeyed, whatever else the page contains. */
const policy = (style: string): string =>
  [
    "default-src 'none'",
    `style-src '${hash(style)}'`,
    `script-src '${hash(script)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

function hash(text: string): string {
  return `sha256-${process.getBuiltinModule('node:crypto').hash('sha256', text, 'base64')}`
}

/** A whole page about a verdict. `skip` is the text of the link to its main part. */
export function frame(
  verdict: Verdict,
  { title, skip, style }: { title: string; skip: string; style: string },
  { top, main }: { top: Part; main: Part },
): Markup {
  return markup`<!doctype html>
<html lang="en" data-verdict="${verdict}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${verbatim(policy(style))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${verdictMarks[verdict].symbol} ${title}</title>
<link rel="icon" href="${icon(verdict)}">
<style>${verbatim(style)}</style>
</head>
<body>
<a class="skip" href="#_main">${skip}</a>
${top}
<main id="_main" tabindex="-1">
${main}
</main>
<p class="visually-hidden" role="status" id="_status"></p>
<script>${verbatim(script)}</script>
</body>
</html>`
}

/** The button that switches between light and dark. */
export const themeToggle = markup`<button type="button" class="plain toggle scripted" data-theme-toggle aria-label="Dark colours" title="Dark colours" aria-pressed="false"><svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6.5"/><path d="M8 1.5a6.5 6.5 0 0 1 0 13z"/></svg></button>`

const COLORS = { conformant: '#22683a', violations: '#b3261e', incomplete: '#8a5a00' }

function icon(verdict: Verdict): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8" fill="${COLORS[verdict]}"/><path d="${SHAPES[verdict]}" fill="none" stroke="#fff" stroke-width="2"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const SHAPES = {
  conformant: 'M4 8.5 7 11.5 12 5',
  violations: 'M5 5 11 11 M11 5 5 11',
  incomplete: 'M8 3.5 V9 M8 10.7 V12.7',
}
