/** Returns the median of some values. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN
}

/** Formats the median of the ratios of figures from the same rounds, with the smallest and the largest ratio: `0.91 (0.88–0.93)`. */
export function formatRatio(values: readonly number[], peers: readonly number[]): string {
  const ratios = values.slice(0, peers.length).map((value, round) => value / (peers[round] ?? Number.NaN))
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)]
  return `${format(median(ratios))} (${format(least)}–${format(most)})`
}

function format(ratio: number): string {
  return ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2)
}
