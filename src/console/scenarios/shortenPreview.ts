/** The preview of a scenario without the words that most of them begin with. */
export function shortenPreview(preview: string): string {
  return preview.replace(/^200 (?:with|after|in) /, '').replace(' generated', '')
}
