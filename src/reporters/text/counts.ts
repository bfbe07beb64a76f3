import type { Finding } from '../../harness/report.ts'

/** `1 answer`, `3 answers`: the noun with its number. */
export function count(number: number, noun: string): string {
  return `${number} ${number === 1 ? noun : `${noun}s`}`
}

/** `in 3 of 41 answers`: how often a check was broken, of the times that it was judged. */
export function occurrences(finding: Finding): string {
  return `in ${finding.occurrences.seen} of ${count(finding.occurrences.judged, 'answer')}`
}

/** `840 ms`, `1.4 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
