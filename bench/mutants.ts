import { parseArgs } from 'node:util'
import { loadBuiltIn } from '../src/mock/loadMock.ts'
import { reporters } from '../src/report/reporters.ts'
import { instrument } from '../tests/mutants/instrument.ts'
import { mutantServers, toUsers } from '../tests/mutants/mutantServers.ts'
import {
  countFates,
  type Fates,
  type JudgedMutant,
  listMistakes,
  runMutants,
} from '../tests/mutants/runMutants.ts'
import { formatTable, readResults, type Table, writeResult } from './results.ts'

// `npm run mutants -- [<server> …]` saves mutation scores in bench/results.json. `<server> --mutant <number>` prints one mutant's report.
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
const measured: { id: string; title: string; fates: Fates }[] = []
for (const server of mutantServers.filter(({ id }) => ids.length === 0 || ids.includes(id))) {
  const { id, title } = server
  const judged = await runMutants(await instrument(server), users, {
    ...(number !== undefined && { choose: (mutant) => mutant.number === number }),
    onResult: (_result, done, total) => {
      if (done % 20 === 0) process.stderr.write(`${id}: ${done} of ${total}\n`)
    },
  })
  if (number === undefined) {
    measured.push({ id, title, fates: countFates(judged) })
    for (const [statement, survivors] of listMistakes(judged))
      process.stdout.write([`${statement}\n`, ...survivors.map(formatMutant), ''].join('\n'))
  } else if (judged.length === 0) fail(`${id} has no mutant ${number}`)
  for (const result of number === undefined ? [] : judged) {
    if (result.report) process.stdout.write(reporters.terminal(result.report, { color: false }))
    process.stdout.write(formatMutant(result))
  }
}

if (measured.length > 0) {
  const rows = measured.map(({ id, title, fates }) => [
    `\`${id}\``,
    title,
    ...Object.values(fates),
    score(fates),
  ])
  const titles = ['server', 'description', ...Object.keys(measured[0]?.fates ?? {}), 'score']
  process.stdout.write(formatTable([titles, ...rows]))
  const [, ...earlier] = readResults().mutants.tables[0] ?? []
  const all: Table = [...rows, ...earlier]
  const sorted = known.flatMap((id) => all.filter(([name]) => name === `\`${id}\``).slice(0, 1))
  writeResult('mutants', 'npm run mutants', [[titles, ...sorted]])
  process.exitCode = measured.every(({ fates }) => fates.survived + fates['false kills'] === 0) ? 0 : 1
}

/** Formats the proportion of mutants that the kit kills, not counting mutants that are valid servers. */
function score({ mutants, killed, equivalent, 'false kills': falseKills }: Fates): string {
  return `${killed} of ${mutants - equivalent - falseKills}`
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
