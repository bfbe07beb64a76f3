export type Level = 'MUST' | 'SHOULD' | 'INFO'

export type Verdict = 'conformant' | 'violations' | 'incomplete'

export type FindingVerdict = 'pass' | 'fail' | 'warn' | 'info' | 'not-exercised' | 'inconclusive'

export type EngineName = 'probes' | 'prism' | 'dredd'

/** One thing wrong, expected and actual. */
export type Violation = { message: string; pointer: string; expected: string; actual: string }

/** A request and its answer as text, tokens masked, and the line that sends it again. */
export type Evidence = {
  /** The probe that asked, for example `limit/1`. */
  probe: string
  request: string
  /** Status line, header lines and the beginning of the body; or why there was no answer. */
  response: string
  /** A curl command with the token as `$PLANT_STORE_TOKEN`. */
  curl: string
  /** 1 for the first try. */
  attempt: number
}

/** A check judged on a target. */
export type Finding = {
  /** The check's id. */
  check: string
  /** Where it is promised: `openapi.yaml#<pointer>` or a standard's section. */
  clause: string
  /** Line of the contract, for clauses of it. */
  line?: number
  level: Level
  verdict: FindingVerdict
  /** Who saw it; for a pass, who judged it. */
  engines: EngineName[]
  title: string
  /** Why it was not exercised or could not be told; a remark on a failure that comes and goes. */
  note?: string
  /** Distinct violations, the first of each kind, at most 10. */
  violations: Violation[]
  /** In how many of the exchanges judged the check was broken. */
  occurrences: { seen: number; judged: number }
  evidence: Evidence[]
}

export type EngineReport = {
  name: EngineName
  version: string
  status: 'completed' | 'failed' | 'missing' | 'skipped'
  durationMs: number
  /** What it did (`judged 61 requests`), or why it could not, with what to do. */
  detail: string
  /** How many times it called something wrong by itself, whether the contract bears it out or not. */
  claims: number
}

/** The outcome of one run, as the JSON report holds it. Times in milliseconds, `startedAt` in ISO 8601. */
export type Report = {
  schemaVersion: 1
  kit: { name: string; version: string }
  contract: { title: string; version: string; sha256: string }
  target: { baseUrl: string }
  startedAt: string
  durationMs: number
  requests: number
  verdict: Verdict
  exitCode: 0 | 1 | 3
  /** Why the verdict is not simply `conformant`, one sentence each, what to do included. */
  reasons: string[]
  summary: {
    violations: number
    warnings: number
    infos: number
    notExercised: number
    inconclusive: number
    passed: number
  }
  engines: EngineReport[]
  findings: Finding[]
}
