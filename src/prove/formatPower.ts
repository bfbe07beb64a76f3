import { otherEngines } from './otherEngines.ts'
import type { Power } from './power.ts'
import { aloneTitle, computeRates } from './rates.ts'

/** The results as Markdown: the rates, then a table of faults and one of variations. */
export function formatPower(power: Power): string {
  const engines = otherEngines.map(aloneTitle)
  return `${[
    '## Rates',
    '',
    ...head('engine', 'MUST faults reported', 'other faults reported', 'false alarms on valid servers'),
    ...computeRates(power).map(({ engine, must, others, falseAlarms }) =>
      line(engine, percent(must), percent(others), percent(falseAlarms)),
    ),
    '',
    '## Faults',
    '',
    ...head('fault', 'a server that …', 'check', 'level', 'kit', ...engines),
    ...power.faults.map(({ id, title, check, level, kit, alone }) =>
      line(code(id), title, code(check), level, kit, ...alone),
    ),
    '',
    '## Variations',
    '',
    ...head('variation', 'a server that …', 'kit', ...engines),
    ...power.variations.map(({ id, title, kit, alone }) => line(code(id), title, kit, ...alone)),
  ].join('\n')}\n`
}

function percent(rate: string): string {
  const [some = 0, all = 0] = rate.split(' of ').map(Number)
  return all === 0 ? 'none' : `${rate} (${Math.round((some / all) * 100)} %)`
}

function head(...titles: readonly string[]): string[] {
  return [line(...titles), line(...titles.map(() => '---'))]
}

function code(text: string): string {
  return `\`${text}\``
}

function line(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
