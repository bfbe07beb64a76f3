import { markup, type Part } from './markup.ts'

/** A title of a check, with `code` in it. */
export function prose(text: string): Part {
  return text.split('`').map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : part))
}
