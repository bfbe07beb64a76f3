/** Formats milliseconds: `4 ms`, `1.25 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000)
    return `${milliseconds < 10 ? round(milliseconds, 1) : Math.round(milliseconds)} ms`
  return `${round(milliseconds / 1000, 2)} s`
}

function round(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)))
}
