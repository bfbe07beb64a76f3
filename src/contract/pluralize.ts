/** A number with its noun: `1 plant`, `2 plants`. `several` is for nouns that need more than an s. */
export function pluralize(count: number, noun: string, several = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : several}`
}
