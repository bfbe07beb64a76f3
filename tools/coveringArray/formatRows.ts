import type { Conditions } from '../../src/judge/exchange.ts'
import { fillLayout } from './fillLayout.ts'

/** Another seed results in other rows. This seed finds a covering array quickly. */
const SEED = 5

/** Generates the content of rows.ts. */
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
