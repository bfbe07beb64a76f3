/** Escapes what is Markdown or HTML syntax in a sentence with `code`. */
export function escapeText(text: string): string {
  return text
    .split('`')
    .map((part, index) =>
      index % 2 === 1 ? `\`${part.replaceAll('|', '\\|')}\`` : part.replaceAll(/[*<$|[\]{}]/g, '\\$&'),
    )
    .join('')
}
