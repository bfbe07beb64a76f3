import type { Report } from '../judge/report.ts'
import { listProblems } from './problems.ts'
import type { ReporterOptions } from './reporter.ts'
import { escapeReport } from './text/escapeText.ts'
import { shorten } from './text/wrap.ts'

/** How many errors, and how many warnings, the runner shows for one step. */
const MAX_OF_A_KIND = 10
const MAX_MESSAGE = 4_000

/** A remark of GitHub's runner, in a file if it has a place. */
export type Annotation = {
  type: 'error' | 'warning' | 'notice'
  title: string
  message: string
  place?: { path: string; line: number } | undefined
}

const TYPES = { error: 'error', warning: 'warning', accepted: 'notice' } as const

/** The report as commands to GitHub's runner, one per line. A conformant run has a notice, so that its absence means something. */
export function github(unsafe: Report, { contract }: ReporterOptions): string {
  const report = escapeReport(unsafe)
  const { verdict, target, requests, summary } = report
  const listed = summary.listed ? `, ${summary.listed} in the baseline` : ''
  const sound = {
    type: 'notice',
    title: verdict,
    message: `${target.name}, ${requests} requests${listed}`,
  } as const
  return formatAnnotations([
    ...listProblems(report, contract).map(({ level, title, lines, place }) => ({
      type: TYPES[level],
      title,
      message: lines.join('\n'),
      // A file outside of the repository is none that GitHub can show.
      place: place && /^(\.\.|\/|[a-z]:)/i.test(place.path) ? undefined : place,
    })),
    ...(verdict === 'conformant' ? [sound] : []),
  ])
}

/** Commands to the runner. The last of a kind counts those that the runner would not show. */
export function formatAnnotations(annotations: readonly Annotation[]): string {
  const kinds = Object.values(Object.groupBy(annotations, ({ type }) => type))
  return kinds
    .flatMap((all) =>
      all.slice(0, MAX_OF_A_KIND).map((each, index) => {
        const hidden = index === MAX_OF_A_KIND - 1 ? all.length - MAX_OF_A_KIND : 0
        return formatAnnotation(
          hidden > 0 ? { ...each, message: `${each.message}\n… and ${hidden} more` } : each,
        )
      }),
    )
    .join('')
}

function formatAnnotation({ type, title, message, place }: Annotation): string {
  const properties = [
    ...(place ? [`file=${escapeProperty(place.path)}`, `line=${place.line}`] : []),
    `title=${escapeProperty(`plant-store-kit: ${title}`)}`,
  ]
  return `::${type} ${properties.join(',')}::${escapeData(shorten(message, MAX_MESSAGE))}\n`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
