import { Command } from 'commander'
import { FixtureError } from '../../mock/fixtures/FixtureError.ts'
import { previewScenario } from '../../mock/scenarios/previewScenario.ts'
import { groupScenario, NORMAL, type Scenario, sortByGroup } from '../../mock/scenarios/scenario.ts'
import { escapeJson, escapeLine } from '../../report/text/escapeText.ts'
import { addFlags } from '../config/createOption.ts'
import type { Flags, FlagsOf } from '../config/flag.ts'
import { UsageError } from '../errors.ts'
import type { Finish } from '../explainFailure.ts'
import { contractFlag } from '../flags/contractFlag.ts'
import { mockFlags } from '../flags/mockFlags.ts'

const scenariosFlags = {
  fixtures: mockFlags.fixtures,
  contract: contractFlag,
  json: { type: 'boolean', description: 'print JSON' },
} as const satisfies Flags

/** `plant-store scenarios`: lists the scenarios that the mock can serve, and what each returns. */
export function scenariosCommand(finish: Finish): Command {
  const command = new Command('scenarios').description('List the scenarios of the mock.')
  return addFlags(command, scenariosFlags).action(async (flags: FlagsOf<typeof scenariosFlags>) => {
    const scenarios = await loadScenarios(flags)
    process.stdout.write(flags.json ? toJson(scenarios) : toLines(scenarios))
    finish(0)
  })
}

async function loadScenarios({
  fixtures,
  contract,
}: FlagsOf<typeof scenariosFlags>): Promise<readonly Scenario[]> {
  const { readContract } = await import('../../contract/readContract.ts')
  const { loadData } = await import('../../mock/fixtures/loadData.ts')
  try {
    const { scenarios } = await loadData(fixtures, readContract(contract))
    return sortByGroup([NORMAL, ...scenarios.filter(({ name }) => name !== NORMAL.name)])
  } catch (error) {
    throw error instanceof FixtureError ? new UsageError(error.message) : error
  }
}

function toJson(scenarios: readonly Scenario[]): string {
  const listed = scenarios.map((each) => ({
    name: each.name,
    title: each.title,
    group: groupScenario(each),
    preview: previewScenario(each),
    verdict: each.verdict,
  }))
  return `${escapeJson(JSON.stringify(listed, undefined, 2))}\n`
}

function toLines(scenarios: readonly Scenario[]): string {
  const rows = scenarios.map((each) => [each.name, previewScenario(each), each.title] as const)
  const names = Math.max(...rows.map(([name]) => name.length))
  const previews = Math.max(...rows.map(([, preview]) => preview.length))
  return rows
    .map(
      ([name, preview, title]) =>
        `${name.padEnd(names)}  ${preview.padEnd(previews)}  ${escapeLine(title)}\n`,
    )
    .join('')
}
