import { dirname, resolve } from 'node:path'
import { listNames } from '../contract/words.ts'
import type { Report } from '../judge/report.ts'
import { formatAnnotations } from '../report/github.ts'
import { writeHtml } from '../report/html.ts'
import { writeMarkdown } from '../report/markdown.ts'
import {
  annotateTargets,
  exitCodeOfTargets,
  type TargetResult,
  verdictOfTargets,
  viewTargets,
} from '../report/targets.ts'
import { writeText } from '../report/text.ts'
import { UsageError } from './errors.ts'
import { openOutputs } from './output.ts'
import type { RunFlags } from './testServer.ts'
import type { Destination } from './values.ts'

const FORMATS = ['terminal', 'html', 'markdown', 'github']

/** The table of several targets, in the formats that can show one. Throws a UsageError for others. */
export function openTable(destinations: readonly Destination[], { verbose }: RunFlags) {
  for (const { format, file = `report.${format}` } of destinations)
    if (!FORMATS.some((each) => each === format))
      throw new UsageError(
        `expected a ${format} report for each target: put {name} into its path, as in --report ${format}=${file.replace(/(\.\w+)?$/, '-{name}$1')}; only ${listNames(FORMATS, 'and')} can show all targets`,
      )
  const write = openOutputs(destinations, true)
  const page = destinations.find(({ format }) => format === 'html')?.file
  return {
    folder: dirname(resolve(page ?? '.')),
    write: (results: readonly TargetResult[]): Promise<boolean> => {
      const document = viewTargets(results)
      const reports = results.flatMap(({ report }) => report ?? [])
      const sum = (count: (report: Report) => number): number =>
        reports.reduce((total, report) => total + count(report), 0)
      return write({
        format: (format, color) => {
          if (format === 'html') return writeHtml(document)
          if (format === 'markdown') return writeMarkdown(document)
          if (format === 'github') return formatAnnotations(annotateTargets(results))
          return writeText(document, { color, verbose })
        },
        verdict: (color) => writeText(document, { color, brief: true }),
        github: {
          summary: () => writeMarkdown(document),
          outputs: {
            verdict: verdictOfTargets(results),
            'exit-code': exitCodeOfTargets(results),
            violations: sum(({ summary }) => summary.violations),
            accepted: sum(({ summary }) => summary.listed ?? 0),
            'baseline-stale': sum(({ baseline }) => baseline?.problems.length ?? 0),
          },
        },
      })
    },
  }
}
