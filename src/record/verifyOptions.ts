import type { Baseline } from '../judge/baseline.ts'
import type { EngineName } from '../judge/report.ts'
import type { JudgingOptions } from '../judge/verifyOptions.ts'

/** The options of a run. */
export type VerifyOptions = JudgingOptions & {
  /** The baseline: accepted findings, which do not count towards the verdict until they expire. */
  baseline?: Baseline | undefined
  /** The path of an OpenAPI 3.0 or 3.1 description, for example of the next revision of the operation. Default: the kit's own contract. */
  contract?: string | undefined
  onProgress?: (event: ProgressEvent) => void
  signal?: AbortSignal | undefined
}

/** The engines to use: a list of names, or `auto` for all installed engines. */
export type EngineChoice = readonly EngineName[] | 'auto'

/** The progress of an engine. */
export type ProgressEvent = {
  engine: EngineName
  state: 'loading' | 'judging' | 'done' | 'failed'
  /** Requests sent or judged so far. */
  done?: number
  /** Requests to judge. */
  total?: number
  /** The expected duration of the run in milliseconds, which is reported once, after the first responses, unless the run ends soon. */
  expectedMs?: number
  /** The maximum number of milliseconds that the run waits for a server that is starting. */
  startingMs?: number
  /** The maximum number of milliseconds that the run waits for a server that has stopped answering. */
  waitingMs?: number
  /** The new number of requests per second, which is reported each time that a run without the option `rate` slows down. */
  rate?: number
}
