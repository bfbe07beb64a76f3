import type { Report } from '../judge/report.ts'
import type { Document, ReporterOptions } from './document.ts'
import { listResults, selectProblems } from './results.ts'
import { escapeReport } from './text/escapeText.ts'
import { shorten } from './text/wrap.ts'
import { textOf } from './text.ts'

/** How many errors, and how many warnings, the runner shows for one step. */
const MAX_OF_A_KIND = 10
const MAX_MESSAGE = 4_000

/** A remark of GitHub's runner, in a file if it has a place. Its texts are escaped. */
type Annotation = {
  type: 'error' | 'warning' | 'notice'
  title: string
  message: string
  place?: { path: string; line: number } | undefined
}

/** The report as commands to GitHub's runner, one per line. A conformant run has a notice, so that its absence means something. */
export function github(unsafe: Report, options: ReporterOptions): string {
  const { report, results } = listResults(unsafe, options)
  const { verdict, target, requests, summary } = report
  const listed = summary.listed ? `, ${summary.listed} in the baseline` : ''
  const conformant: Annotation = {
    type: 'notice',
    title: verdict,
    message: `${target.name}, ${requests} requests${listed}`,
  }
  return formatAnnotations([
    ...selectProblems(results).map(({ status, group, name, lines, place }): Annotation => {
      return {
        type: status === 'warning' ? 'warning' : status === 'accepted' ? 'notice' : 'error',
        title: group === 'run' ? 'incomplete' : group === 'baseline' ? `baseline: ${name}` : name,
        message: lines.join('\n'),
        // A file outside of the repository is none that GitHub can show.
        place: place && /^(\.\.|\/|[a-z]:)/i.test(place.path) ? undefined : place,
      }
    }),
    ...(verdict === 'conformant' ? [conformant] : []),
  ])
}

/** A document as commands: one for each row of a table that shows what is wrong, and one for the headline. */
export function annotate(unsafe: Document): string {
  const { headline, sections } = escapeReport(unsafe)
  const { exitCode, text, notes } = headline
  const rows = sections.flatMap(({ table }) => table?.rows ?? [])
  return formatAnnotations([
    ...rows.flatMap(({ tone, cells: [first, ...others] }): Annotation[] => {
      if (tone !== 'bad' && tone !== 'warning') return []
      // An error would make a step look failed that is not.
      const type = tone === 'bad' && exitCode !== 0 ? 'error' : 'warning'
      return [{ type, title: textOf(first), message: others.map(textOf).filter(Boolean).join('\n') }]
    }),
    // If a run is incomplete, nothing else would say why the step fails.
    { type: exitCode === 3 ? 'error' : 'notice', title: 'summary', message: [text, ...notes].join('\n') },
  ])
}

/** Commands to the runner. The last of a kind counts those that the runner would not show. */
function formatAnnotations(annotations: readonly Annotation[]): string {
  const kinds = Object.values(Object.groupBy(annotations, ({ type }) => type))
  return kinds
    .flatMap((all) => {
      const hidden = all.length - MAX_OF_A_KIND
      return all.slice(0, MAX_OF_A_KIND).map((each, index) => {
        const isLast = hidden > 0 && index === MAX_OF_A_KIND - 1
        return formatAnnotation(each, isLast ? `\n… and ${hidden} more` : '')
      })
    })
    .join('')
}

function formatAnnotation({ type, title, message, place }: Annotation, more: string): string {
  const properties = [
    ...(place ? [`file=${escapeProperty(place.path)}`, `line=${place.line}`] : []),
    `title=${escapeProperty(`plant-store-kit: ${title}`)}`,
  ]
  return `::${type} ${properties.join(',')}::${escapeData(shorten(message, MAX_MESSAGE) + more)}\n`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
