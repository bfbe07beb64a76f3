import type { JudgedMutant } from './runMutants.ts'

/** What the kit said about a mutant. The last line is what `exceptions/` needs. */
export function formatMutant({ mutant, fate, outcome, checks }: JudgedMutant): string {
  const { number, file, line, mutator, original, replacement, occurrence } = mutant
  const change = [mutator, original, replacement, ...(occurrence > 1 ? [occurrence] : [])]
  return [
    `${fate}: mutant ${number}, ${file}:${line}`,
    `  ${outcome}${checks.length > 0 ? `: ${checks.join(', ')}` : ''}`,
    `  ${JSON.stringify(change)}`,
    '',
  ].join('\n')
}
