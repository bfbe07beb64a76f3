import { relative, sep } from 'node:path'
import type { Report } from '../judge/report.ts'
import { reporters } from '../report/reporters.ts'
import { escapeJsonParts } from '../report/text/escapeText.ts'
import { type Finish, findProgram } from './errors.ts'
import type { sections } from './flags.ts'
import type { FlagsOf } from './options.ts'
import { openOutputs, type Text } from './output.ts'
import type { Destination } from './values.ts'

type ReportFlags = Partial<FlagsOf<typeof sections.verify>> & {
  report: readonly Destination[]
  /** The path of the saved JSON report. Default: the file of `--report json`. */
  saved?: string
}

/** Prepares to write the reports that a target's flags select: see `openOutputs`. `saveHar` formats the transcript as a HAR file. */
export function openReports(name: string, flags: ReportFlags, showsVerdict: boolean, finish: Finish) {
  const { verbose = false, contract, contractPath = contract } = flags
  const outputs = flags.report.map((each) => ({ ...each, file: each.file && insertName(each.file, name) }))
  const { saved = outputs.find(({ format }) => format === 'json')?.file } = flags
  const write = openOutputs(outputs, showsVerdict, finish)
  // Use a path from the root of the checkout, as GitHub and GitLab expect, because a step may run in another folder.
  const root = process.env.GITHUB_WORKSPACE || process.env.CI_PROJECT_DIR || '.'
  const inRepository = contractPath && relative(root, contractPath).replaceAll(sep, '/')
  const shown = { verbose, saved, program: findProgram(), contractPath: inRepository }
  return (report: Report, saveHar = (): Text => '') =>
    write(
      (format, options) =>
        format === 'har' ? escapeJsonParts(saveHar()) : reporters[format](report, { ...shown, ...options }),
      { verdict: report.verdict, 'exit-code': report.exitCode, ...countForStep([report]) },
    )
}

/** Returns the outputs of a GitHub step for these reports, except the verdict and the exit code. */
export function countForStep(reports: readonly Report[]): Record<string, number> {
  const sum = (count: (report: Report) => number) => reports.reduce((all, report) => all + count(report), 0)
  return {
    violations: sum(({ summary }) => summary.violations),
    ...(reports.some(({ baseline }) => baseline) && {
      accepted: sum(({ summary }) => summary.listed ?? 0),
      'baseline-stale': sum(({ baseline }) => baseline?.problems.length ?? 0),
    }),
  }
}

/** Replaces `{name}` in a path with the target's name. Leading dots, and characters that are unsafe in file names, become hyphens. */
export function insertName(path: string, name: string): string {
  return path.replaceAll('{name}', name.replaceAll(/[^\p{L}\p{N}._\-]|^\.+/gv, '-'))
}

/** Names a target: its `--name`, or its host and port. Omits the free port that the kit chose for --start, because this port changes. */
export function nameTarget(baseUrl: string, name: string | undefined): string {
  return name ?? new URL(baseUrl.replace(':{port}', '')).host
}
