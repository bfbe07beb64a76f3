import type { Baseline } from '../judge/baseline.ts'
import type { EngineName } from '../judge/report.ts'
import type { JudgingOptions } from '../judge/verifyOptions.ts'

/** The options of a run. */
export type VerifyOptions = JudgingOptions & {
  /** Accepted findings, which do not count towards the verdict. */
  baseline?: Baseline | undefined
  /** Path of an OpenAPI 3.0 or 3.1 description, such as the next revision of the operation. Default: the kit's own contract. */
  contract?: string | undefined
  onProgress?: (event: ProgressEvent) => void
  signal?: AbortSignal | undefined
}

/** The engines to use: a list of names, or `auto` for all installed engines. */
export type EngineChoice = readonly EngineName[] | 'auto'

/** The progress of an engine. `failed` includes engines that are not installed. */
export type ProgressEvent = {
  engine: EngineName
  state: 'loading' | 'judging' | 'done' | 'failed'
  /** Requests judged so far. */
  done?: number
  /** Requests to judge. */
  total?: number
  /** Expected duration of the run in milliseconds, at the server's pace. Reported once, after the first responses. */
  expectedMs?: number
  /** Maximum milliseconds that the run waits for a server that is starting. */
  startingMs?: number
  /** Maximum milliseconds that the run waits for a server that has stopped answering. */
  waitingMs?: number
  /** The new number of requests per second, reported each time that a run without a set rate slows down. */
  rate?: number
}
