import type { Report } from '../judge/report.ts'
import type { Document, ReporterOptions } from './document.ts'
import { listResults, type Result, selectProblems } from './results.ts'
import { escapeReport } from './text/escapeText.ts'
import { shorten } from './text/wrap.ts'
import { textOf } from './text.ts'

const MAX_MESSAGE = 4_000

/**
 * Writes the report as commands for GitHub's runner, one per line. The runner shows the first ten errors and the first ten warnings of a
 * step. Even a conformant run prints a notice, so a step that prints nothing did not run to its end.
 */
export function github(unsafe: Report, options: ReporterOptions): string {
  const { report, results } = listResults(unsafe, options)
  const { verdict, target, requests, summary } = report
  const listed = summary.listed ? `, ${summary.listed} in the baseline` : ''
  const message = `${target.name}, ${requests} requests${listed}`
  const problems = selectProblems(results).map(({ status, group, name, lines, place }) => {
    const type = status === 'warning' ? 'warning' : status === 'accepted' ? 'notice' : 'error'
    const title = group === 'run' ? 'incomplete' : group === 'baseline' ? `baseline: ${name}` : name
    return formatAnnotation(type, title, lines.join('\n'), place)
  })
  if (verdict !== 'conformant') return problems.join('')
  return [...problems, formatAnnotation('notice', verdict, message)].join('')
}

/** Writes a document as commands for GitHub's runner: one for each table row with a problem, and one for the headline. */
export function annotate(unsafe: Document): string {
  const { headline, sections } = escapeReport(unsafe)
  const { exitCode, text, notes } = headline
  const rows = sections.flatMap(({ table }) => table?.rows ?? [])
  const problems = rows.flatMap(({ tone, cells: [first, ...others] }) => {
    if (tone !== 'bad' && tone !== 'warning') return []
    // Write only warnings if the exit code is 0, because an error would make the step look like a failure.
    const type = tone === 'bad' && exitCode !== 0 ? 'error' : 'warning'
    const message = others.map(textOf).filter(Boolean).join('\n')
    return formatAnnotation(type, textOf(first), message)
  })
  // If a run is incomplete, write the headline as an error, because no other annotation says why the step fails.
  const type = exitCode === 3 ? 'error' : 'notice'
  const message = [text, ...notes].join('\n')
  return [...problems, formatAnnotation(type, 'summary', message)].join('')
}

/** Formats an annotation for GitHub's runner. All strings have already been escaped, so `\n` is the only newline character. */
function formatAnnotation(
  type: 'error' | 'warning' | 'notice',
  title: string,
  message: string,
  place?: Result['place'],
): string {
  const encode = (text: string): string => text.replaceAll('%', '%25').replaceAll('\n', '%0A')
  const properties = {
    ...(place && { file: place.path, line: place.line }),
    title: `plant-store-kit: ${title}`,
  }
  const list = Object.entries(properties).map(
    ([name, value]) => `${name}=${encode(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
  )
  return `::${type} ${list.join(',')}::${encode(shorten(message, MAX_MESSAGE))}\n`
}
