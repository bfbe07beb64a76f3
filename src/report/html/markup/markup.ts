import { escapeText, escapeUnsafe } from '../../text/escapeText.ts'

const content = Symbol('markup')

/** HTML that only `markup` makes. No JSON can, because it has no symbols. */
export type Markup = { readonly [content]: string }

/** What a template can contain. `undefined` and `false` add nothing. */
export type Part = string | number | Markup | readonly Part[] | undefined | false

/**
 * HTML from a template. Text in it is escaped, in elements and in quoted attributes. Invisible characters and the starts of CI
 * commands are made harmless, too: an invisible character is shown by its code, because it could reorder what is beside it.
 */
export function markup(literals: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let html = ''
  let inTag = false
  for (const [index, literal] of literals.entries()) {
    html += literal
    const start = literal.lastIndexOf('<')
    const end = literal.lastIndexOf('>')
    if (start !== end) inTag = start > end
    html += render(parts[index], inTag)
  }
  return { [content]: html }
}

/** Text of our own that is not escaped: a style sheet or a script. */
export function verbatim(text: string): Markup {
  return { [content]: text }
}

/** A part as HTML. An attribute cannot contain elements. */
export function render(part: Part, inTag = false): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'number') return String(part)
  if (typeof part === 'string') return escapeHtml(part, inTag)
  if (content in part) return part[content]
  return part.map((each) => render(each, inTag)).join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  ':': '&#58;',
  '#': '&#35;',
}

function escapeHtml(text: string, inTag: boolean): string {
  const escaped = text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
  return escapeUnsafe(escaped, (character) => {
    const visible = ENTITIES[character] ?? escapeText(character)
    return character in ENTITIES || inTag ? visible : `<span class="escape">${visible}</span>`
  })
}
