/** How binding a clause is. Only MUST violations fail a run, unless it is strict. */
export type Level = 'MUST' | 'SHOULD' | 'INFO'

/** The result of a run. `incomplete`: no violation was found, but not everything could be checked. */
export type Verdict = 'conformant' | 'violations' | 'incomplete'

/** The result of one check. */
export type FindingVerdict = 'pass' | 'fail' | 'warn' | 'info' | 'not-exercised' | 'inconclusive'

/** `probes` are the kit's own checks. */
export type EngineName = 'probes' | 'prism' | 'dredd'

/** One thing wrong, expected and actual. */
export type Violation = { message: string; pointer: string; expected: string; actual: string }

/** A request and its response as text without secrets, and a command that sends the request again. */
export type Evidence = {
  /** The id of the probe, for example `limit/1`. */
  probe: string
  request: string
  /** Status line, header lines and the beginning of the body, or why there is no response. */
  response: string
  /** A curl command with the token as `$PLANT_STORE_TOKEN`. */
  curl: string
  /** 1 for the first attempt. */
  attempt: number
}

/** A check with violations that another finding explains. */
export type Follower = { check: string; seen: number }

/** The result of a check on a target. */
export type Finding = {
  /** The check's id. */
  check: string
  /** The clause: `openapi.yaml#<pointer>` or a section of a standard. */
  clause: string
  /** The line in `openapi.yaml`, for a clause of the contract. */
  line?: number
  level: Level
  verdict: FindingVerdict
  /** The engines that report the violations, or that checked a pass. */
  engines: EngineName[]
  title: string
  /** When the violations occur: `always`, `only with Accept-Encoding: gzip`, `in 3 of 102 responses, no pattern`. */
  when?: string
  /** Why it was not exercised or is inconclusive, how often an unstable violation occurred, or what explains its violations. */
  note?: string
  /** Checks whose violations follow from these, and in how many responses. */
  follows?: Follower[]
  /** The first violation of each kind, at most 10. */
  violations: Violation[]
  /** `seen`: exchanges with a violation. `judged`: all exchanges that the check applies to. */
  occurrences: { seen: number; judged: number }
  evidence: Evidence[]
}

/** What one engine did in a run. */
export type EngineReport = {
  name: EngineName
  version: string
  status: 'completed' | 'failed' | 'missing' | 'skipped'
  durationMs: number
  /** What it did (`judged 61 requests`), or why it failed and what to do. */
  detail: string
  /** How many violations it reported itself, confirmed by the contract or not. */
  claims: number
}

/** The result of a run, as in the JSON report. Durations are in milliseconds, `startedAt` is in ISO 8601. */
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
  /** Why the verdict is `incomplete`, and what to do about it. */
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
