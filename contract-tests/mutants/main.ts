import { parseArgs } from 'node:util'
import { loadBuiltIn } from '../../src/mock/fixtures/loadBuiltIn.ts'
import { reporters } from '../../src/reporters/reporters.ts'
import type { Mutant } from './instrument.ts'
import { mutantServers, type Users } from './mutantServers.ts'
import { type Fate, type JudgedMutant, runMutants } from './runMutants.ts'

// `npm run mutants -- [<server> …] [--mutant <number>]`: the mutation score of these servers, or of all.
const { values, positionals: ids } = parseArgs({
  allowPositionals: true,
  options: { mutant: { type: 'string', multiple: true, short: 'm' } },
})
const known = mutantServers.map(({ id }) => id)
const unknown = ids.filter((id) => !known.includes(id))
if (unknown.length > 0) fail(`expected ${known.join(', ')}, got ${unknown.join(', ')}`)
const only = values.mutant
if (only && ids.length !== 1) fail('--mutant needs the name of one server')

const { users } = (await loadBuiltIn()).fixtures
for (const server of mutantServers) {
  if (ids.length > 0 && !ids.includes(server.id)) continue
  const judged = await runMutants(server, users as unknown as Users, {
    ...(only && { only }),
    onResult: ({ mutant, fate }, done, total) => {
      if (done % 20 === 0 || done === total) process.stderr.write(`${server.id} ${done}/${total}\n`)
      if (fate === 'survived' || fate === 'false kill') process.stderr.write(`  ${fate} ${mutant.number}\n`)
    },
  })
  for (const each of judged) print(each)
  const count = (fate: Fate): number => judged.filter((each) => each.fate === fate).length
  const killed = count('killed')
  const equivalent = count('equivalent')
  process.stdout.write(
    `${server.id}: ${judged.length} mutants, ${killed} killed, ${equivalent} equivalent, ${count('not checked')} not checked, ${count('survived')} survived, ${count('false kill')} false kills\n`,
  )
}

function print({ mutant, fate, outcome, checks, report }: JudgedMutant): void {
  if (only && report) process.stdout.write(reporters.terminal(report, { color: false }))
  if (!only && fate !== 'survived' && fate !== 'false kill') return
  process.stdout.write(`${fate}, ${outcome}: ${describe(mutant)}\n`)
  if (checks.length > 0) process.stdout.write(`    ${checks.join(', ')}\n`)
}

/** The last line is what `exceptions.ts` needs. */
function describe({ number, file, line, mutator, original, replacement, occurrence }: Mutant): string {
  const change = [mutator, original, replacement, ...(occurrence > 1 ? [occurrence] : [])]
  return `mutant ${number}, ${file}:${line}\n    ${JSON.stringify(change)}`
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}
