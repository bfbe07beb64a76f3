import { pluralize } from '../../contract/words.ts'
import type { Finding } from '../../judge/report.ts'

/** `in 3 of 41 checked responses`: in how many of the checked responses the check failed. */
export function formatOccurrences({ occurrences: { seen, judged } }: Finding): string {
  return `in ${seen} of ${pluralize(judged, 'checked response')}`
}

/** `840 ms`, `1.4 s`, `2 min 5 s`. */
export function formatElapsed(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
