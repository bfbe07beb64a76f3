import type { Entry } from '../types.ts'

/** The preferences or the rule behind a response. A fault has a name of its own in the row. */
export function explainEntry({ rule, scenario, applied }: Entry): string {
  if (applied.length > 0) return applied.filter((preference) => !preference.startsWith('fault=')).join(', ')
  return rule === 'fixtures' && scenario !== 'normal' ? `scenario ${scenario}` : rule
}
