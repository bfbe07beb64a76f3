import { parseArgs } from 'node:util'
import { faultyServers, variations } from '../../contract-tests/implementations/index.ts'
import { startImplementation } from '../../contract-tests/implementations/startImplementation.ts'
import { verifyImplementation } from '../../contract-tests/verifyImplementation.testing.ts'
import { listTokens, reproduceFault, verifyAndSave } from './reproduceFault.ts'

// For every faulty server, `npm run reproduce` tests that `replay` shows the fault again and passes on the correct server, that each curl
// line in the report shows the fault, and that the saved transcript has the same verdict. The last test also runs on every valid server.
// Arguments select servers by regular expressions.

const { positionals } = parseArgs({ allowPositionals: true })
const patterns = positionals.map((text) => new RegExp(`^(?:${text})$`))
const isSelected = ({ id }: { id: string }): boolean =>
  patterns.length === 0 || patterns.some((each) => each.test(id))
/** The number of concurrent runs. Runs mostly wait for their servers. */
const AT_ONCE = 3
/** The timeout in milliseconds for correct servers on a busy machine. */
const SILENCE = 3_000

const { findings } = await verifyImplementation({ difference: {} }, SILENCE)
const usual = findings.filter(({ violations }) => violations.length > 0).map(({ check }) => check)
const sequences = new Map<string, number>()
const failed: string[] = []
let curls = 0
let servers = 0

const report = (id: string, summary: string, problems: readonly string[]): void => {
  servers += 1
  if (problems.length > 0) failed.push(id)
  console.log(`${problems.length === 0 ? '✓' : '✗'} ${id}: ${summary}`)
  for (const problem of problems) console.log(`    ${problem}`)
}
const tasks = [
  ...faultyServers.filter(isSelected).map((fault) => async () => {
    const { shownBy, requests, curls: lines, problems } = await reproduceFault(fault, usual)
    sequences.set(shownBy, (sequences.get(shownBy) ?? 0) + 1)
    curls += lines.length
    report(fault.id, `${shownBy}, ${requests} requests; ${lines.length} curl lines`, problems)
  }),
  ...variations.filter(isSelected).map(({ id, difference, expectations }) => async () => {
    const server = await startImplementation(difference)
    const { problems } = await verifyAndSave(server, {
      ...listTokens(server),
      expectations,
      timeout: SILENCE,
    })
    await server.close()
    report(id, 'valid', problems)
  }),
]
const work = async (): Promise<void> => {
  for (let task = tasks.shift(); task; task = tasks.shift()) await task()
}
await Promise.all(Array.from({ length: AT_ONCE }, work))
console.log(`\n${servers - failed.length} of ${servers} servers as expected, with ${curls} curl lines.`)
for (const [title, count] of sequences) console.log(`  ${count} faults shown by ${title}`)
if (failed.length > 0) console.log(`wrong: ${failed.join(' ')}`)
process.exitCode = failed.length > 0 ? 1 : 0
