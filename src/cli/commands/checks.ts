import type { Contract } from '../../contract/contract.ts'
import { readContract } from '../../contract/readContract.ts'
import type { Check } from '../../judge/check.ts'
import { hangingIndent } from '../../report/text/wrap.ts'
import { findCheckPage, checks as listAll } from '../../verify.ts'
import { describeUnknownCheck, UsageError } from '../errors.ts'
import type { checksFlags } from '../flags.ts'
import type { Call } from '../options.ts'

type CheckPage = NonNullable<ReturnType<typeof findCheckPage>>

/** `plant-store-kit checks`: lists the checks, or explains one. */
export async function checks({ words: [id], flags }: Call<typeof checksFlags>): Promise<void> {
  const contract = readContract(flags.contract)
  const all = listAll(contract)
  process.stdout.write(
    id === undefined ? listChecks(all) : explainCheck(findCheck(all, id), contract, findCheckPage(id)),
  )
}

function listChecks(all: readonly Check[]): string {
  const width = Math.max(...all.map(({ id }) => id.length))
  const lines = all.map(({ id, level, title }) => `${id.padEnd(width)}  ${level.padEnd(6)}  ${title}`)
  return `${lines.join('\n')}\n`
}

function findCheck(all: readonly Check[], id: string): Check {
  const check = all.find((candidate) => candidate.id === id)
  if (check) return check
  const ids = all.map((each) => each.id)
  throw new UsageError(describeUnknownCheck(id, ids))
}

function explainCheck(
  { id, title, level, requirement, sent, fix, requires, special }: Check,
  contract: Contract,
  page: CheckPage | undefined,
): string {
  const why = page?.checks.get(id) ?? page?.why
  const source =
    'pointer' in requirement
      ? `${contract.file}:${contract.findLine(requirement.pointer)} (${requirement.pointer})`
      : requirement.standard
  const row = (label: string, text: string): string[] => hangingIndent(`  ${label.padEnd(11)}  `, text)
  const lines = [
    id,
    ...hangingIndent('  ', title),
    '',
    ...row('level', level),
    ...row('requirement', requirement.text),
    ...row('source', source),
    ...row('sent', sent),
    ...row('requires', requires),
    ...(why === undefined ? [] : row('why', why)),
    ...row('fix', fix),
    // Information only: there is nothing to fix.
    ...(special === 'describes' ? [] : (page?.advice ?? []).flatMap(explainAdvice)),
  ]
  return `${lines.join('\n')}\n`
}

function explainAdvice({ framework, text, code, ranWith }: CheckPage['advice'][number]): string[] {
  return [
    '',
    `  ${framework}  (${ranWith === undefined ? 'not run' : `run with ${ranWith}`})`,
    ...hangingIndent('    ', text),
    ...(code === undefined
      ? []
      : ['', ...code.split('\n').map((line) => `      ${line.replaceAll('\t', '  ')}`)]),
  ]
}
