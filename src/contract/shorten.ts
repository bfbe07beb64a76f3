/** The start of a text that is longer than `most` characters, and how long it is: `999… (8006 characters)`. */
export function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text
}
