import { writeFileSync } from 'node:fs'
import { powerTable } from './powerTable.ts'
import { prove } from './prove.ts'

// `npm run power`: makes docs/power.md anew.
const proofs = await prove({
  onProof: ({ fault, variation }, done, total) =>
    process.stderr.write(`${done}/${total} ${fault?.id ?? variation?.id}\n`),
})
const intro = `# Power

What the harness sees, and whom it blames, on the servers in \`contract-tests/implementations/\`. Made by \`npm run power\`;
\`plant-store prove\` prints the same. "Alone" is what an engine says by itself of the same requests, before the kit holds
its claims against the contract. Prism and Dredd were never made to judge the meaning of \`limit\`, tokens or bytes.

`
writeFileSync('docs/power.md', intro + powerTable(proofs))
