import { readContract } from '../../contract/readContract.ts'
import { hangingIndent } from '../../report/text/wrap.ts'
import { findCheckPage, checks as listAll } from '../../verify.ts'
import { describeUnknownCheck, UsageError } from '../errors.ts'
import type { checksFlags } from '../flags.ts'
import type { Call } from '../options.ts'

/** `plant-store-kit checks`: lists all checks, or explains one check. */
export async function checks({ words: [id], flags }: Call<typeof checksFlags>): Promise<void> {
  const contract = readContract(flags.contract)
  const all = listAll(contract)
  const ids = all.map((each) => each.id)
  const width = Math.max(...ids.map(({ length }) => length))
  if (id === undefined)
    return write(all.map(({ id, level, title }) => `${id.padEnd(width)}  ${level.padEnd(6)}  ${title}`))
  const check = all.find((each) => each.id === id)
  if (!check) throw new UsageError(describeUnknownCheck(id, ids))
  const { title, level, requirement, sent, fix, requires } = check
  const page = findCheckPage(id)
  const source =
    'pointer' in requirement
      ? `${contract.file}:${contract.findLine(requirement.pointer)} (${requirement.pointer})`
      : requirement.standard
  const rows = { level, requirement: requirement.text, source, sent, requires }
  const why = page?.checks.get(id) ?? page?.why
  write([
    id,
    ...hangingIndent('  ', title),
    '',
    ...Object.entries({ ...rows, ...(why !== undefined && { why }), fix }).flatMap(([label, text]) =>
      hangingIndent(`  ${label.padEnd(11)}  `, text),
    ),
    ...(page?.own.get(id) ?? page?.advice ?? []).flatMap(explainAdvice),
  ])
}

type Advice = NonNullable<ReturnType<typeof findCheckPage>>['advice'][number]

function explainAdvice({ framework, text, code, ranWith }: Advice): string[] {
  const lines = code?.split('\n').map((line) => `      ${line.replaceAll('\t', '  ')}`) ?? []
  const tested = ranWith === undefined ? 'not tested' : `tested with ${ranWith}`
  return ['', `  ${framework}  (${tested})`, ...hangingIndent('    ', text), ...(code ? ['', ...lines] : [])]
}

function write(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}
