import { ctrf } from './ctrf.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { html } from './html/html.ts'
import { json } from './json.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown.ts'
import { ndjson } from './ndjson.ts'
import type { Reporter, ReportFormat } from './reporter.ts'
import { sarif } from './sarif.ts'
import { terminal } from './terminal/terminal.ts'

/** The reporter of every format. A format without a reporter does not compile. */
export const reporters: Record<ReportFormat, Reporter> = {
  terminal,
  html,
  markdown,
  github,
  junit,
  sarif,
  gitlab,
  ctrf,
  json,
  ndjson,
}

export const reportFormats = Object.keys(reporters) as ReportFormat[]
