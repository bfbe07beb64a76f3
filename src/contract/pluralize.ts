/** A number with its noun: `1 plant`, `2 plants`. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}
