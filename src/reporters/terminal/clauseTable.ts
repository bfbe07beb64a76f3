import type { Finding } from '../../harness/report.ts'
import { clausePlace, isOfContract } from '../text/clausePlace.ts'
import { COLUMNS, wrap } from '../text/wrap.ts'
import type { Ink } from './ink.ts'
import { findingMarks } from './marks.ts'

const WHO = 'judged or seen by'

type Widths = { id: number; title: number }

/**
 * Every check under its clause: how it ended, and which engines say so (who judged it where it passed, who saw it
 * where it is broken). Clauses of the contract come first.
 */
export function clauseTable(findings: readonly Finding[], ink: Ink): string[] {
  const widths = measure(findings)
  const contract = part('Contract', findings.filter(isOfContract), widths, ink)
  const others = findings.filter((finding) => !isOfContract(finding))
  const standards = part('Standards', others, widths, ink)
  return contract.length > 0 && standards.length > 0
    ? [...contract, '', ...standards]
    : [...contract, ...standards]
}

function measure(findings: readonly Finding[]): Widths {
  const id = Math.max(0, ...findings.map(({ check }) => check.length))
  const who = Math.max(WHO.length, ...findings.map(({ engines }) => engines.join(' ').length))
  return { id, title: Math.max(20, COLUMNS - '    ✓ '.length - id - 2 - 2 - who) }
}

function part(title: string, findings: readonly Finding[], widths: Widths, ink: Ink): string[] {
  if (findings.length === 0) return []
  const gap = '    ✓ '.length + widths.id + 2 + widths.title + 2
  const head = ink('bold', title) + ' '.repeat(gap - title.length) + ink('dim', WHO)
  const groups = [...Map.groupBy(findings, clausePlace)].flatMap(([place, group]) => [
    ...wrap(place, COLUMNS - 2).map((line) => ink('dim', `  ${line}`)),
    ...group.flatMap((finding) => row(finding, widths, ink)),
  ])
  return [head, ...groups]
}

function row({ verdict, check, title, engines }: Finding, widths: Widths, ink: Ink): string[] {
  const { symbol, style } = findingMarks[verdict]
  const [first = '', ...rest] = wrap(title, widths.title)
  const start = `    ${ink(style, symbol)} ${check.padEnd(widths.id)}  `
  const indent = ' '.repeat('    ✓ '.length + widths.id + 2)
  return [
    engines.length === 0
      ? start + first
      : `${start}${first.padEnd(widths.title)}  ${ink('dim', engines.join(' '))}`,
    ...rest.map((line) => indent + line),
  ]
}
