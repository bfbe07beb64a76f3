import type { Contract } from '../../../src/contract/contract.ts'
import { createCredentials } from '../../../src/judge/credentials.ts'
import { createRandom } from '../../../src/judge/random.ts'
import { createPlan } from '../index.ts'
import { computeCoverage } from './coverage.ts'
import { dimensions } from './dimensions.ts'

/** What the plan varies and how many pairs of values its requests have, for a list of twenty plants with an ETag. */
export function describeCoverage(contract: Contract): string {
  const values = dimensions.flatMap((dimension) =>
    dimension.values.map((value) => [dimension.id, value.id, value.refusal, value.when]),
  )
  const rows = [['dimension', 'value', 'refusal', 'sent'], ...values]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  return `${lines.join('\n')}

with one user: ${countPairs(contract, undefined)}
with two users: ${countPairs(contract, 'other-token')}
`
}

function countPairs(contract: Contract, otherToken: string | undefined): string {
  const random = createRandom(1)
  const credentials = createCredentials('token', otherToken, random)
  const facts = { credentials, random, plants: 20, etag: '"tag"', cookie: undefined }
  const probes = createPlan(contract).flatMap((stage) => stage.probes(facts))
  const { covered, possible } = computeCoverage(probes, facts)
  return `${probes.length} requests, pairs covered: ${covered} of ${possible} possible`
}
