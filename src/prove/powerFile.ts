import { readFileSync, writeFileSync } from 'node:fs'
import type { Level } from '../harness/report.ts'
import { formatPower } from './formatPower.ts'
import type { Power } from './power.ts'

const FILE = new URL('../../docs/power.md', import.meta.url)

const INTRO = `# Power

This page records which servers of \`contract-tests/implementations/\` the kit reports: it must report every faulty server and
pass every valid one. Prism and Dredd are measured alone on the same requests, without the kit's own checks. They were not
designed to check \`limit\`, tokens or raw bytes.

\`npm run power\` measures all servers again and takes half an hour. \`npm run power -- <id> <id>\` measures single servers and
replaces their rows. \`plant-store prove <id>\` prints the same tables and leaves this file alone.

`

/** Reads the rows of docs/power.md. The rates follow from them. */
export function readPower(): Power {
  const rows = readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map(splitCells)
  const faults = rows.filter(([, , check = '']) => check.startsWith('`'))
  const variations = rows.filter((row) => !faults.includes(row))
  return {
    faults: faults.map(([id = '', title = '', check = '', level = '', kit = '', ...alone]) => {
      return { id: stripCode(id), title, check: stripCode(check), level: level as Level, kit, alone }
    }),
    variations: variations.map(([id = '', title = '', kit = '', ...alone]) => {
      return { id: stripCode(id), title, kit, alone }
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
