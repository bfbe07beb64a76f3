import { parseArgs } from 'node:util'
import { loadBuiltIn } from '../../src/mock/loadMock.ts'
import { formatMutants, type MutantRow, readPower, savePower } from '../../src/prove/power.ts'
import { reporters } from '../../src/report/reporters.ts'
import { instrument } from './instrument.ts'
import { mutantServers, toUsers } from './mutantServers.ts'
import { countFates, type JudgedMutant, listMistakes, runMutants } from './runMutants.ts'

// `npm run mutants -- [<server> …]`: measures the mutation score of these servers, or of all, and saves it in contract-tests/power.json. `npm run mutants -- <server> --mutant <number>`: prints the report on one mutant.
const { values, positionals: ids } = parseArgs({
  allowPositionals: true,
  options: { mutant: { type: 'string' } },
})
const known = mutantServers.map(({ id }) => id)
const unknown = ids.filter((id) => !known.includes(id))
if (unknown.length > 0) fail(`expected ${known.join(', ')}, got ${unknown.join(', ')}`)
const number = values.mutant
if (number !== undefined && ids.length !== 1) fail('--mutant needs the id of one server')

const users = toUsers((await loadBuiltIn()).fixtures.users)
const measured: MutantRow[] = []
for (const server of mutantServers.filter(({ id }) => ids.length === 0 || ids.includes(id))) {
  const { id, title } = server
  const judged = await runMutants(await instrument(server), users, {
    ...(number !== undefined && { choose: (mutant) => mutant.number === number }),
    onResult: (_result, done, total) => {
      if (done % 20 === 0) process.stderr.write(`${id}: ${done} of ${total}\n`)
    },
  })
  if (number === undefined) {
    measured.push({ id, title, ...countFates(judged) })
    for (const [statement, survivors] of listMistakes(judged))
      process.stdout.write([`${statement}\n`, ...survivors.map(formatMutant), ''].join('\n'))
  } else if (judged.length === 0) fail(`${id} has no mutant ${number}`)
  for (const result of number === undefined ? [] : judged) {
    if (result.report) process.stdout.write(reporters.terminal(result.report, { color: false }))
    process.stdout.write(formatMutant(result))
  }
}

if (measured.length > 0) {
  process.stdout.write(formatMutants(measured))
  const all = [...measured, ...readPower().mutants]
  savePower({ mutants: known.flatMap((id) => all.find((row) => row.id === id) ?? []) })
  process.exitCode = measured.every((row) => row.survived + row['false kills'] === 0) ? 0 : 1
}

function formatMutant({ mutant, killed, outcome, checks }: JudgedMutant): string {
  const { number, file, line, mutator, original, replacement } = mutant
  return [
    `${killed ? 'killed' : 'survived'}: mutant ${number}, ${file}:${line}`,
    `  ${outcome}${checks.length > 0 ? `: ${checks.join(', ')}` : ''}`,
    `  ${mutator}: ${original} → ${replacement}`,
    '',
  ].join('\n')
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}
