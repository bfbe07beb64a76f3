import { markup, type Part } from './markup.ts'

/** How much of a report a part of the page shows. The JSON report has the rest. */
export type Limits = {
  /** Characters of a text. */
  text: number
  /** Characters of a body, on each side of what is always visible. */
  body: number
  /** Examples of a finding. */
  examples: number
  /** Steps of an example. */
  steps: number
  /** Members of a list. */
  items: number
}

/** A text, or its beginning and how much is missing. */
export function shortenText(text: string, { text: limit }: Limits): Part {
  if (text.length <= limit) return text
  const end = beforeCharacter(text, limit)
  return [text.slice(0, end), describeRest(text.length - end, 'character')]
}

/** The first items of a list, and how many are missing. */
export function shortenList<Item>(
  items: readonly Item[],
  limit: number,
  noun: string,
  show: (item: Item) => Part,
): Part {
  const rest = items.length - limit
  return [
    items.slice(0, limit).map((item) => markup`<li>${show(item)}</li>`),
    rest > 0 && markup`<li>${describeRest(rest, noun)}</li>`,
  ]
}

export function describeRest(count: number, noun: string): Part {
  return (
    count > 0 && markup` <span class="rest">… ${countOf(count, `more ${noun}`)} in the JSON report</span>`
  )
}

/** `1,200 bytes` */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

/** The same place, or the one before it if a surrogate pair is there. */
export function beforeCharacter(text: string, index: number): number {
  return /[\uD800-\uDBFF]/.test(text.charAt(index - 1)) ? index - 1 : index
}
