import type { Baseline } from '../judge/baseline.ts'
import type { EngineName } from '../judge/report.ts'
import type { JudgingOptions } from '../judge/verifyOptions.ts'

/** Options of a run. */
export type VerifyOptions = JudgingOptions & {
  /** Known findings, which do not count for the verdict. */
  baseline?: Baseline | undefined
  /** Path of an OpenAPI 3.0 or 3.1 description: the next revision of the operation. Default: the kit's own contract. */
  contract?: string | undefined
  onProgress?: (event: ProgressEvent) => void
  signal?: AbortSignal | undefined
}

/** The engines to use: some by name, or with `auto` those that are installed. */
export type EngineChoice = readonly EngineName[] | 'auto'

/** The progress of an engine. `failed` includes an engine that is not installed. */
export type ProgressEvent = {
  engine: EngineName
  state: 'loading' | 'judging' | 'done' | 'failed'
  /** Requests judged so far. */
  done?: number
  /** Requests to judge. */
  total?: number
  /** Milliseconds that the run will take at the server's pace. Reported once, after the first responses. */
  expectedMs?: number
  /** Milliseconds that the run waits at most for a server that is starting. */
  startingMs?: number
  /** Milliseconds that the run waits at most for a server that has stopped answering. */
  waitingMs?: number
  /** Requests per second, whenever a rate of `auto` slows down. */
  rate?: number
}
