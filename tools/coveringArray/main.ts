import { writeFileSync } from 'node:fs'
import type { Conditions } from '../../src/judge/exchange.ts'
import { fillLayout } from './fillLayout.ts'
import { layout } from './layout.ts'

/** The seed of the search. It determines the rows, and was chosen because the search is fast with it. */
const SEED = 5

// Run `npm run design` after each change of the dimensions or of the layout, to choose the plan's rows again.
writeFileSync(new URL('../../contract-tests/plan/design/rows.ts', import.meta.url), formatRows())

/** Generates the content of rows.ts. */
function formatRows(): string {
  const rows = fillLayout(SEED)
  const lines = layout.map((step) => {
    const sent = 'row' in step ? formatConditions(rows[step.row - 1] ?? {}) : 'HEAD'
    return `  '${step.connection}: ${sent}',`
  })
  return `// Made by \`npm run design\`. Do not edit.
/**
 * The rows of the covering array, in the order in which they are sent: the connection, and the values that differ from the usual values.
 * \`HEAD\` is a HEAD request to the next row's address.
 */
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
