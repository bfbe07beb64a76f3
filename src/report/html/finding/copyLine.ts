import { type Markup, markup } from '../markup/markup.ts'
import type { Limits } from '../markup/shorten.ts'

/** A command with a button that copies it. A shortened command would do something else. */
export function copyLine(label: string, command: string, limits: Limits): Markup {
  if (command.length > limits.text)
    return markup`<p class="rest">The command is too long to show. It is in the JSON report.</p>`
  return markup`<div class="command"><code>${command}</code><button type="button" class="copy scripted" data-copy aria-label="${label}">Copy</button></div>`
}
