import { readFileSync, writeFileSync } from 'node:fs'
import type { Level } from '../judge/report.ts'
import { formatPower } from './formatPower.ts'
import { type MutantCount, mutantCounts, type Power } from './power.ts'

const FILE = new URL('../../docs/power.md', import.meta.url)

const INTRO = `# Power

This page records which servers of \`contract-tests/implementations/\` the kit reports: it must report every faulty server and
pass every valid one. Prism and Dredd are measured alone on the same requests, without the kit's own checks: one after the
other, with one request at a time, so they miss faults that need two at once. They were not designed to check \`limit\`, tokens
or raw bytes.

It also records the mutation score: how many mutants of sound servers the kit kills. A mutant is a server with one small change
to its code, such as \`<=\` in place of \`<\`. It is killed if the kit's verdict is not \`conformant\`, if the kit warns, or if
the server does not start. An equivalent mutant is still a valid server. A mutant that is not checked has a fault that
[the kit does not look for](not-checked.md). A comment in the code says why. The score
is the share of killed mutants among all that are not equivalent.

Faults also hide behind conditions: a header that a proxy adds, the spelling of \`limit\`, the position on a connection. So
\`npm run prove\` makes a server for each condition of the plan and each effect that may hide behind it, and runs the kit's own checks on
it. On 2026-11-22, they reported 266 of 266 such faults, and 0 of 55 valid servers that do something allowed under one condition.

\`npm run power\` measures all servers again, in less than five minutes. \`npm run power -- <id> <id>\` measures single servers and
replaces their rows. \`npm run prove -- <id>\` prints the same tables and leaves this file alone. \`npm run mutants\` measures
the mutation score again, and \`npm run mutants -- <server>\` that of one server.

`

/** Reads the rows of docs/power.md. The rates follow from them. */
export function readPower(): Power {
  const sections = readFileSync(FILE, 'utf8').split('\n## ')
  const rowsOf = (title: string): string[][] =>
    (sections.find((section) => section.startsWith(`${title}\n`)) ?? '')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map(splitCells)
  return {
    faults: rowsOf('Faults').map(([id = '', title = '', check = '', level = '', kit = '', ...alone]) => {
      return { id: stripCode(id), title, check: stripCode(check), level: level as Level, kit, alone }
    }),
    variations: rowsOf('Variations').map(([id = '', title = '', kit = '', ...alone]) => {
      return { id: stripCode(id), title, kit, alone }
    }),
    mutants: rowsOf('Mutants').map(([id = '', title = '', ...counts]) => {
      const numbers = mutantCounts.map((name, index) => [name, Number(counts[index])])
      return { id: stripCode(id), title, ...(Object.fromEntries(numbers) as Record<MutantCount, number>) }
    }),
  }
}

/** Writes docs/power.md. */
export function savePower(power: Power): void {
  writeFileSync(FILE, formatPowerPage(power))
}

export function formatPowerPage(power: Power): string {
  return INTRO + formatPower(power)
}

function splitCells(line: string): string[] {
  return line
    .slice(2, -2)
    .split(/ (?<!\\)\| /)
    .map((cell) => cell.replaceAll('\\|', '|'))
}

function stripCode(code: string): string {
  return code.replaceAll('`', '')
}
