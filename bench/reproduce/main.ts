import { parseArgs } from 'node:util'
import { faultyServers } from '../../contract-tests/implementations/index.ts'
import { verifyImplementation } from '../../contract-tests/verifyImplementation.testing.ts'
import { reproduceFault } from './reproduceFault.ts'

// `npm run reproduce`: for every fault of the corpus, checks that `replay` shows it again and passes on the correct server, and that
// each curl line of the report shows it. Arguments select faults by regular expressions.

const { positionals } = parseArgs({ allowPositionals: true })
const patterns = positionals.map((text) => new RegExp(`^(?:${text})$`))
const selected = faultyServers.filter(
  ({ id }) => patterns.length === 0 || patterns.some((each) => each.test(id)),
)
/** Each mostly waits for its server. */
const AT_ONCE = 3

const { findings } = await verifyImplementation({ difference: {} }, 3_000)
const usual = findings.filter(({ violations }) => violations.length > 0).map(({ check }) => check)
const sequences = new Map<string, number>()
let curls = 0
let failed = 0
const queue = [...selected]
const work = async (): Promise<void> => {
  for (let fault = queue.shift(); fault; fault = queue.shift()) {
    const { shownBy, requests, curls: lines, problems } = await reproduceFault(fault, usual)
    sequences.set(shownBy, (sequences.get(shownBy) ?? 0) + 1)
    curls += lines.length
    failed += problems.length > 0 ? 1 : 0
    console.log(
      `${problems.length === 0 ? '✓' : '✗'} ${fault.id}: ${shownBy}, ${requests} requests; ${lines.length} curl lines`,
    )
    for (const problem of problems) console.log(`    ${problem}`)
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work))
console.log(
  `\n${selected.length - failed} of ${selected.length} faults can be seen again, with ${curls} curl lines.`,
)
for (const [title, count] of sequences) console.log(`  ${count} by ${title}`)
process.exitCode = failed > 0 ? 1 : 0
