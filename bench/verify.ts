import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startMock } from '../src/mock/startMock.ts'

// `npm run bench:verify`: milliseconds of a whole process that tests a local server with the kit's own checks, beside Dredd and Node.js
// itself. Run it alone, after a build. Another number of runs can follow the command.

const RUNS = Number(process.argv[2] ?? 15)

const kit = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url))
const dredd = createRequire(import.meta.url).resolve('dredd/bin/dredd')
const token = 'token-alice'
const { url, close } = await startMock({ port: 0 })

type Contender = { name: string; args: readonly string[]; runs: number; times: number[] }
const contenders: readonly Contender[] = [
  { name: 'Node.js itself', args: ['-e', '0'], runs: RUNS, times: [] },
  {
    name: 'plant-store verify, own checks',
    args: [kit, 'verify', url, '--token', token, '--engine', 'probes'],
    runs: RUNS,
    times: [],
  },
  {
    name: 'Dredd, two transactions',
    args: [
      dredd,
      'spec/openapi.yaml',
      url,
      '--header',
      `Authorization: Bearer ${token}`,
      '--loglevel',
      'silent',
    ],
    runs: 5,
    times: [],
  },
]

// Run 0 fills caches and does not count. The contenders take turns, so that other load on the machine slows all of them.
for (let run = 0; run <= RUNS; run += 1)
  for (const { args, runs, times } of contenders) {
    if (run > runs) continue
    const began = performance.now()
    // Dredd fails the transaction for 400, which its default request does not provoke.
    await promisify(execFile)(process.execPath, args).catch((error: Error) => {
      if (args.includes(kit)) throw error
    })
    if (run > 0) times.push(performance.now() - began)
  }
await close()

const [node = 0, own = 0, other = 0] = contenders.map(({ name, times }) => {
  times.sort((one, two) => one - two)
  const median = times[Math.floor(times.length / 2)] ?? 0
  const [fastest = 0] = times
  console.log(
    `${name.padEnd(36)}${median.toFixed(0).padStart(6)} ms   (fastest ${fastest.toFixed(0)}, of ${times.length})`,
  )
  return median
})
console.log(
  `\nThe own checks take ${(own - node).toFixed(0)} ms more than Node.js itself takes to start and end`,
)
console.log(`Dredd takes ${(other / own).toFixed(1)} times as long`)
