import { Command } from 'commander'
import type { Contract } from '../../contract/contract.ts'
import type { Check } from '../../harness/check.ts'
import { checks as all } from '../../verify.ts'
import { didYouMean } from '../didYouMean.ts'
import type { Finish } from '../exitCode.ts'
import { UsageError } from '../UsageError.ts'

/** `plant-store checks`: lists what is checked, or explains one check. */
export function checks(finish: Finish): Command {
  return new Command('checks')
    .description('List the checks, or explain one.')
    .argument('[id]', 'the check to explain')
    .action(async (id: string | undefined) => {
      const { readContract } = await import('../../contract/readContract.ts')
      process.stdout.write(id === undefined ? list() : explain(find(id), readContract()))
      finish(0)
    })
}

function list(): string {
  const width = Math.max(...all.map(({ id }) => id.length))
  const lines = all.map(({ id, level, title }) => `${id.padEnd(width)}  ${level.padEnd(6)}  ${title}`)
  return `${lines.join('\n')}\n`
}

function find(id: string): Check {
  const check = all.find((each) => each.id === id)
  if (check) return check
  const near = didYouMean(
    id,
    all.map((each) => each.id),
  )
  throw new UsageError(`expected the id of a check, got "${id}"; ${near}plant-store checks lists them all`)
}

function explain(check: Check, contract: Contract): string {
  const clause = check.clause(contract)
  const source =
    'pointer' in clause
      ? `spec/openapi.yaml:${contract.lineOf(clause.pointer)} (${clause.pointer})`
      : clause.standard
  return `${check.id}
  ${check.title}

  level     ${check.level}
  clause    ${clause.text}
  source    ${source}
  sent      ${check.sent}
  expected  ${check.expected}
  requires  ${check.requires}
  covers    ${check.rows.join(', ')}
`
}
