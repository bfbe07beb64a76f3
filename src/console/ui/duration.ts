/** A time of milliseconds for people: `4 ms`, `1.25 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds < 10 ? trim(milliseconds, 1) : Math.round(milliseconds)} ms`
  return `${trim(milliseconds / 1000, 2)} s`
}

function trim(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)))
}
