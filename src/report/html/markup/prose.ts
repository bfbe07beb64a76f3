import { markup, type Part } from './markup.ts'
import { type Limits, shortenText } from './shorten.ts'

/** A sentence of the kit, with `code` in it. */
export function prose(text: string, limits: Limits): Part {
  if (text.length > limits.text) return shortenText(text, limits)
  return text.split('`').map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : part))
}
