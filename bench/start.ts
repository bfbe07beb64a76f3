import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

// `npm run bench:start`: milliseconds from the start of a process to its first response, side by side. Run it alone, after a build.

const RUNS = 21

type Contender = { name: string; args: readonly string[]; runs: number }

const prism = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js')
const kit = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url))
const contenders: readonly Contender[] = [
  { name: 'Node.js itself, to its first line', args: ['-e', 'console.log("up")'], runs: RUNS },
  { name: 'plant-store mock', args: [kit, 'mock', '--port', '0'], runs: RUNS },
  { name: "Prism's mock", args: [prism, 'mock', 'spec/openapi.yaml', '--port', '0'], runs: 5 },
]

const times = new Map<Contender, number[]>(contenders.map((contender) => [contender, []]))
// Run 0 fills caches and does not count. The contenders take turns, so that other load on the machine slows all of them.
for (let run = 0; run <= RUNS; run += 1)
  for (const [contender, taken] of times) {
    if (run > contender.runs) continue
    const took = await firstResponse(contender.args)
    if (run > 0) taken.push(took)
  }

const [node = 0, mock = 0, other = 0] = [...times].map(([{ name, runs }, taken]) => {
  taken.sort((one, two) => one - two)
  const median = taken[Math.floor(runs / 2)] ?? 0
  console.log(
    `${name.padEnd(36)}${median.toFixed(0).padStart(6)} ms   (fastest ${taken[0]?.toFixed(0)}, of ${runs})`,
  )
  return median
})
console.log(`\nplant-store mock: ${(mock - node).toFixed(0)} ms more than Node.js itself takes to start`)
console.log(`Prism's mock takes ${(other / mock).toFixed(1)} times as long`)

/** Milliseconds to a server's first response, or to the first line of a process that is not a server. */
function firstResponse(args: readonly string[]): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  return new Promise((resolve) => {
    let output = ''
    const end = (): void => {
      const took = performance.now() - began
      // The next process starts when this one is gone.
      child.once('close', () => resolve(took)).kill()
    }
    child.stdout.on('data', (chunk) => {
      output += chunk
      const [, url] = /listening on (http:\/\/[\w.:]+\d)/.exec(output) ?? []
      if (output === 'up\n') end()
      else if (url !== undefined) {
        child.stdout.removeAllListeners('data').resume()
        const headers = { authorization: 'Bearer token-alice' }
        void fetch(`${url}/plants?limit=2`, { headers }).then((response) => response.text().then(end))
      }
    })
  })
}
