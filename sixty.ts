import { faultyServers } from './contract-tests/implementations/index.ts'
import { verifyImplementation } from './contract-tests/verifyImplementation.testing.ts'
import { reporters } from './src/reporters/reporters.ts'

const [from, step] = [Number(process.argv[2]), Number(process.argv[3])]
for (let i = from; i < faultyServers.length; i += step) {
  const f = faultyServers[i]!
  const report = await verifyImplementation(f, 1000)
  const text = (reporters.terminal as any)(report, { color: false }) as string
  const lines = text.split('\n')
  console.log(`\n##### ${f.id}: a server that ${f.title}`)
  let keep = true
  for (const l of lines) {
    if (/^\s+(fix|again|response)\s/.test(l)) keep = false
    else if (/^\s{0,4}\S/.test(l)) keep = true
    if (keep && l.trim() !== '' && !/plant-store checks <id>|checked by|not tested|passed|lists them/.test(l))
      console.log(l.slice(0, 150))
  }
}
