import type { Finding } from '../../judge/report.ts'
import { shownVerdict } from '../text/baselineMark.ts'
import { clausePlace, isInContract } from '../text/clausePlace.ts'
import { findingMarks } from '../text/marks.ts'
import type { Styler } from '../text/styler.ts'
import { COLUMNS, wrap } from '../text/wrap.ts'

const ENGINES = 'reported by'

type Widths = { id: number; title: number }

/** Every check, grouped by clause, with its verdict and the engines that reported it. Clauses of the contract come first. */
export function clauseTable(findings: readonly Finding[], style: Styler): string[] {
  const widths = measure(findings)
  const contract = section('Contract', findings.filter(isInContract), widths, style)
  const others = findings.filter((finding) => !isInContract(finding))
  const standards = section('Standards', others, widths, style)
  return contract.length > 0 && standards.length > 0
    ? [...contract, '', ...standards]
    : [...contract, ...standards]
}

function measure(findings: readonly Finding[]): Widths {
  const id = Math.max(0, ...findings.map(({ check }) => check.length))
  const engineLists = findings.map(({ engines }) => engines.join(' ').length)
  const engines = Math.max(ENGINES.length, ...engineLists)
  return { id, title: Math.max(20, COLUMNS - '    ✓ '.length - id - 2 - 2 - engines) }
}

function section(title: string, findings: readonly Finding[], widths: Widths, style: Styler): string[] {
  if (findings.length === 0) return []
  const gap = '    ✓ '.length + widths.id + 2 + widths.title + 2
  const head = style('bold', title) + ' '.repeat(gap - title.length) + style('dim', ENGINES)
  const groups = [...Map.groupBy(findings, clausePlace)].flatMap(([place, group]) => [
    ...wrap(place, COLUMNS - 2).map((line) => style('dim', `  ${line}`)),
    ...group.flatMap((finding) => row(finding, widths, style)),
  ])
  return [head, ...groups]
}

function row(finding: Finding, widths: Widths, style: Styler): string[] {
  const { check, title, engines } = finding
  const { symbol, color } = findingMarks[shownVerdict(finding)]
  const [first = '', ...rest] = wrap(title, widths.title)
  const start = `    ${style(color, symbol)} ${check.padEnd(widths.id)}  `
  const indent = ' '.repeat('    ✓ '.length + widths.id + 2)
  return [
    engines.length === 0
      ? start + first
      : `${start}${first.padEnd(widths.title)}  ${style('dim', engines.join(' '))}`,
    ...rest.map((line) => indent + line),
  ]
}
