import type { Entry } from '../types.ts'

/** The preferences or the rule behind a response. A fault has a name of its own in the row. */
export function explainEntry({ rule, scenario, applied, linked }: Entry): string {
  if (applied.length > 0) {
    const asked = applied.filter((preference) => !preference.startsWith('fault=')).join(', ')
    return linked ? `${asked} in the page’s address` : asked
  }
  return rule === 'fixtures' && scenario !== 'normal' ? `scenario ${scenario}` : rule
}
