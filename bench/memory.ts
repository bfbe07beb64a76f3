import { fork } from 'node:child_process'
import { once } from 'node:events'
import { faultyServers, variations } from '../contract-tests/implementations/index.ts'
import { startImplementation } from '../contract-tests/implementations/startImplementation.ts'

// `npm run memory` measures the peak memory of the built `plant-store-kit verify` on every implementation, or on those that you name, each
// in its own process.
const LIMIT = 150
const SHOWN = 10
const PROGRAM = new URL('../dist/cli/main.cjs', import.meta.url)
const REPORT_PEAK = 'process.once("exit", () => process.send(process.resourceUsage().maxRSS))'

const only = process.argv.slice(2)
const chosen = [...faultyServers, ...variations].filter(({ id }) => only.length === 0 || only.includes(id))
const measured: { id: string; megabytes: number }[] = []
for (const { id, difference } of chosen) {
  const running = await startImplementation(difference)
  measured.push({ id, megabytes: await measurePeak(running).finally(running.close) })
  process.stderr.write(`${measured.length} ${id} ${measured.at(-1)?.megabytes} MB\n`)
}
measured.sort((one, other) => other.megabytes - one.megabytes)
for (const { id, megabytes } of measured.slice(0, SHOWN)) process.stdout.write(`${megabytes} MB  ${id}\n`)
process.exitCode = measured.every(({ megabytes }) => megabytes <= LIMIT) ? 0 : 1

/** Measures the peak memory of a run, in megabytes. */
async function measurePeak({
  baseUrl,
  token,
  otherToken,
  resolve,
}: Awaited<ReturnType<typeof startImplementation>>): Promise<number> {
  const resolveFlags = resolve.flatMap(({ host, port, address }) => [
    '--resolve',
    `${host}:${port}:${address}`,
  ])
  const tokens = ['--token', token, ...otherToken.flatMap((other) => ['--other-token', other])]
  const args = ['verify', baseUrl, ...tokens, ...resolveFlags, '--engine', 'probes', '--timeout', '1000']
  const child = fork(PROGRAM, [...args, '--report', 'json=/dev/null'], {
    execArgv: ['--import', `data:text/javascript,${REPORT_PEAK}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let kilobytes = Number.NaN
  child.once('message', (maxRss) => {
    kilobytes = Number(maxRss)
  })
  await once(child, 'disconnect')
  return Math.round(kilobytes / 1024)
}
