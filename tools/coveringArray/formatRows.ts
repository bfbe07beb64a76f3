import type { Conditions } from '../../src/judge/exchange.ts'
import { fillLayout } from './fillLayout.ts'

/** Another seed leads to other rows. This one finds a covering array soon. */
const SEED = 5

/** The text of rows.ts. */
export function formatRows(): string {
  const lines = fillLayout(SEED).map((conditions) => `  '${formatConditions(conditions)}',`)
  return `// Made by \`npm run design\`. Do not edit.
/** The rows of the covering array, in the order of the layout: each with the values that differ from the usual ones. */
export const rows: readonly string[] = [
${lines.join('\n')}
]
`
}

function formatConditions(conditions: Conditions): string {
  return Object.entries(conditions)
    .map(([dimension, value]) => `${dimension}=${value}`)
    .join(' ')
}
