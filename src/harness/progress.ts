import type { EngineName } from './report.ts'

/** How far an engine has come. `failed` covers an engine that is not installed too: it will judge nothing. */
export type ProgressEvent = {
  engine: EngineName
  state: 'loading' | 'judging' | 'done' | 'failed'
  /** Requests judged so far. */
  done?: number
  /** Requests that it has been given. */
  total?: number
}
