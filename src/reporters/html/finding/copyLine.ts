import { type Markup, markup } from '../markup/markup.ts'

/** A longer command is not useful on a page, and a shortened one would do something else. */
const MOST_COMMAND = 4000

/** A command with a button that copies it. */
export function copyLine(label: string, command: string): Markup {
  if (command.length > MOST_COMMAND)
    return markup`<p class="rest">The command is too long to show. It is in the JSON report.</p>`
  return markup`<div class="command"><code>${command}</code><button type="button" class="copy scripted" data-copy aria-label="${label}">Copy</button></div>`
}
