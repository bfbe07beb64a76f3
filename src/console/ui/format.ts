/** Formats milliseconds: `4 ms`, `1.25 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000)
    return `${milliseconds < 10 ? round(milliseconds, 1) : Math.round(milliseconds)} ms`
  return `${round(milliseconds / 1000, 2)} s`
}

/** Formats a number of bytes: `40 B`, `1.2 kB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${round(bytes / 1000, 1)} kB` : `${round(bytes / 1_000_000, 1)} MB`
}

/** `1 plant`, `10,000 plants`. */
export function formatPlants(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'plant' : 'plants'}`
}

function round(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)))
}
