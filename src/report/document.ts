/** The formats that exist for every document: for a report, a table of several targets, and a comparison. */
export const documentFormats = ['terminal', 'html', 'markdown', 'github'] as const
export type DocumentFormat = (typeof documentFormats)[number]

/** The formats of a report. The list is in this file, and not with the writers, so that code that needs only the names loads no writer. */
export const reportFormats = [...documentFormats, 'junit', 'sarif', 'gitlab', 'json', 'ndjson'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** The meaning of a result for the reader, which determines the symbol and the colour. */
export type Tone = 'good' | 'bad' | 'warning' | 'remark' | 'accepted' | 'absent'

/**
 * The content of a report about a run, several targets or a comparison, as plain data. Other files write a document as text, Markdown or
 * HTML, and escape the document's strings.
 */
export type Document = {
  headline: Headline
  sections: readonly Section[]
  /** The last lines, about the tools, the target and the contract. */
  footer: readonly string[]
}

export type Headline = {
  tone: Tone
  /** The verdict: `1 requirement broken`. */
  text: string
  /** Other counts: `1 warning`, `2 in the baseline`. */
  counts: readonly { tone: Tone; text: string }[]
  /** The names and base URLs of the targets. */
  subject: readonly string[]
  /** Facts about the run: `154 requests`, `1.1 s`. */
  facts: readonly string[]
  exitCode: number
  /** The start of the run, in ISO 8601. */
  startedAt?: string
  /** Sentences to read first, such as the reason why a run is incomplete. */
  notes: readonly string[]
}

/** A part of a document with a heading, and with findings or a table. */
export type Section = {
  /** The section's anchor in HTML. */
  id: string
  title: string
  /** The tone of the section's results; undefined for sections without results. */
  tone?: Tone
  /**
   * `open` sections show everything. A `brief` section shows one line for each finding or row, and details on demand. `folded` and `extra`
   * sections appear on demand, but Markdown omits `extra` sections.
   */
  weight: 'open' | 'brief' | 'folded' | 'extra'
  findings?: readonly FindingCard[]
  table?: Table
}

/** A finding with all the details that a developer needs to fix it. */
export type FindingCard = {
  /** The id of the check. */
  id: string
  tone: Tone
  title: string
  /** The level of the requirement: `MUST`. */
  level: string
  /** Where the requirement is defined: `spec/openapi.yaml:30`. */
  source: string
  /** The finding in one sentence. */
  brief: string
  /** A sentence about the violation; undefined if the rows contain the same facts. */
  message?: string
  /** Labelled lines that describe the violation. */
  rows: readonly Row[]
  /** The simplest known sequence of requests that shows the problem, and often a similar sequence that passes. */
  examples: readonly Example[]
  /** Labelled lines that help a developer to fix the violation. */
  help: readonly Row[]
}

/** A labelled line of a finding. Users copy lines with the style `command`. */
export type Row = {
  label: string
  texts: readonly string[]
  style?: 'expected' | 'actual' | 'code' | 'command' | 'fix'
}

/** A sequence of requests. The last request shows the violation or, for contrast, passes. */
export type Example = {
  /** The last request: `GET /plants?limit=1, no Accept`. */
  request: string
  steps: readonly Step[]
}

export type Step = {
  /** The request in one line: `with the token: GET /plants?limit=1`. */
  request: string
  /** The response in one line: `302  Location: /plants`. */
  outcome: string
  /** The number of the connection. Requests with the same number share a connection. */
  connection: number
  /** A special property of the step: `redirect`. */
  note?: string
  sent: Message
  received?: Message
  /** Why there is no response, or only a part of a response. */
  failure?: string
}

/** A request or a response. `size` describes the body: `758 bytes, gzip`. */
export type Message = { head: Marked; body?: Marked; size?: string }

/** A string of which one part is marked as wrong. If `wrong` is empty, a part is missing between `before` and `after`. */
export type Marked = { before: string; wrong?: string; after?: string }

/** Rows of cells. A row with a tone begins with the tone's symbol. */
export type Table = { columns: readonly string[]; rows: readonly TableRow[] }
type TableRow = { tone?: Tone; id?: string; cells: readonly Cell[] }
export type Cell = string | { code: string }

/** Options for writing a document. */
export type TextOptions = {
  /** Use ANSI colours. */
  color?: boolean | undefined
  /** Show all sections. */
  verbose?: boolean | undefined
  /** Show each finding in one line. */
  brief?: boolean
}

/** Options for writing a report. */
export type ReporterOptions = TextOptions & {
  /** The path of the JSON report of the same run. */
  saved?: string | undefined
  /** The name of the kit's program in commands to copy. Default: `plant-store-kit`. */
  program?: string
  /** The path of the contract in the user's repository, for formats that show findings at lines of files. */
  contractPath?: string | undefined
}
