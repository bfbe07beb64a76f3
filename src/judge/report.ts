/** How binding a clause is. Only MUST violations fail a run, unless it is strict. */
export type Level = 'MUST' | 'SHOULD' | 'INFO'

/** The result of a run. `incomplete`: no violation was found, but not everything could be checked. */
export type Verdict = 'conformant' | 'violations' | 'incomplete'

/** The result of one check. */
export type FindingVerdict = 'pass' | 'fail' | 'warn' | 'info' | 'not-exercised' | 'inconclusive'

/** `probes` are the kit's own checks. */
export type EngineName = 'probes' | 'prism' | 'dredd'

/** One thing wrong, expected and actual. */
export type Violation = {
  message: string
  pointer: string
  expected: string
  actual: string
  /** JSON pointer of the violated assertion in the contract, if it is not the clause of the check. */
  clause?: string
}

/** When a violation occurs. Every cause but `intermittent` and `unknown` was confirmed by requests that were sent for it. */
export type ReportedCause =
  | { kind: 'always' }
  /** Only with these parts of the request: `with Accept-Encoding: gzip`. */
  | { kind: 'condition'; parts: string[] }
  /** Only at this moment: `right after HEAD`. */
  | { kind: 'sequence'; steps: string[] }
  /** Only among requests that are sent together. */
  | { kind: 'parallel' }
  /** From a value of `limit`, or a length of the body, on. */
  | { kind: 'threshold'; of: 'limit' | 'length'; passes: number; fails: number }
  /** In some of equal requests. */
  | { kind: 'intermittent'; failed: number; of: number }
  /** `seen`: what all requests with the violation have, which need not be the cause. */
  | { kind: 'unknown'; seen?: string[] }

/** What decided a verdict: a finding, by its id, or a fact of the run. */
export type Decision = { finding: string } | { fact: string }

/** A request or a response, without secrets. */
export type Message = {
  /** The start line and the header lines as sent, each with its line end. Some have an end other than `\r\n`. */
  head: string
  /** The first 64 KiB at most. None for a message without a body. */
  body?: MessageBody
  /** Bytes of the whole body as sent, without its chunks. */
  bodyBytes?: number
}

/** A body as text, with the content coding that was removed from it, or the bytes of a body that is not text. */
export type MessageBody = { text: string; coding?: string } | { base64: string }

/** A request of a sequence, and its response or why there is none. */
export type Step = {
  /** The id of the probe, for example `limit/1`. A redirect has that of the request that it answers. */
  probe: string
  request: Message
  response?: Message
  /** Why there is no response, or only a part of one. */
  failure?: string
  /** Requests with the same number share a connection: 1 for the first connection of the sequence, 2 for the second, … */
  connection: number
  /** Requests with the same name are sent at the same time. */
  at?: string
  /** What is unusual about the request, in words. */
  unusual?: string
  /** What is remarkable: `redirect`, `right before`, `the same connection`. */
  note?: string
}

/** Where the wrong place is: in characters of the head or of the body's text, or in bytes of a body that is not text. */
export type Place = { part: 'head' | 'body'; offset: number; length: number }

/** A request and its response as text without secrets, and a command that sends the request again. */
export type Evidence = {
  /** The id of the probe, for example `limit/1`. */
  probe: string
  /**
   * How the request, or the one that it was sent with, differs from the plain one: by the id of what varies, the id of its value.
   * Only GETs of the operation with a user's token have it.
   */
  conditions?: Record<string, string>
  /** For conditions that stand for several values: which of them, counted from 0. Default 0. */
  turns?: Record<string, number>
  request: string
  /** Status line, header lines and the beginning of the body, or why there is no response. */
  response: string
  /** A curl command that shows the violation, with the token as `$PLANT_STORE_TOKEN`. Empty if no curl command would. */
  curl: string
  /** 1 for the first attempt. */
  attempt: number
  /** The shortest known sequence that shows the violation, redirects included. The last step shows it. */
  steps: Step[]
  /** What is unusual about the request, in words: `without Accept`, `on the second request of a connection`. */
  unusual?: string
  /** Where the violation is, in the response of the last step. */
  place?: Place
  /** For an error in the framing or the syntax of a message: the bytes around it, each as the character with its number. */
  bytes?: { text: string; offset: number; length: number }
}

/** A check with violations that another finding explains. */
export type Follower = { check: string; seen: number }

/** The result of a check on a target. */
export type Finding = {
  /** The same in every run, on every host and in every version of the kit. Equal to the id of the check. */
  id: string
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
  /** What to change in the server. */
  fix: string
  /** When the violations occur: `always`, `only with Accept-Encoding: gzip`, `in 3 of 102 checked responses, no pattern`. */
  when?: string
  /** The same as data. */
  cause?: ReportedCause
  /** The nearest request that passes, by what differs: `passes without Accept-Encoding: gzip`. It is the last evidence. */
  contrast?: string
  /** Of an intermittent violation: the outcomes of equal requests, in the order in which they were sent. */
  outcomes?: ('violation' | 'pass')[]
  /** The checks that must pass before this one can be judged. */
  blockedBy?: string[]
  /** Why it was not exercised or is inconclusive, how often an unstable violation occurred, or what explains its violations. */
  note?: string
  /** Checks whose violations follow from these, and in how many responses. */
  follows?: Follower[]
  /** The first violation of each kind, at most 10. */
  violations: Violation[]
  /** Its entry in the baseline. */
  baseline?: BaselineMark
  /** `seen`: exchanges with a violation. `judged`: all exchanges that the check applies to. */
  occurrences: { seen: number; judged: number }
  evidence: Evidence[]
}

/** A finding that is accepted until a date. */
export type BaselineEntry = {
  /** The id of the finding. */
  id: string
  /** The id of its check. */
  check?: string
  /** Why it is accepted. */
  reason: string
  /** The last day on which it is accepted, in UTC: `2027-01-31`. */
  expires: string
  /** Who will fix it. */
  owner?: string
  ticket?: string
  /** The day of the run that found it first, in UTC. */
  firstSeen?: string
  /** It comes and goes, so a run without it does not show that it is fixed. */
  intermittent?: boolean
}

/**
 * What the baseline says about a finding. `listed`: a problem does not count for the verdict. `expired`: it counts again. `gone`:
 * the check passed.
 */
export type BaselineMark = Omit<BaselineEntry, 'id' | 'check'> & { status: 'listed' | 'expired' | 'gone' }

/** What is wrong with an entry of the baseline, or will be soon, and what to do about it: sentences. */
export type BaselineProblem = {
  id: string
  message: string
  /** Where the entry is. */
  place?: { path: string; line: number }
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

/** What was asked of a run. It contains no secrets. */
export type ReportOptions = {
  /** The engines to use, if they are installed. */
  engines: EngineName[]
  /** Without it, all requests were sent. */
  plan?: 'monitor'
  strict: boolean
  timeoutMs: number
  seed: number
  maxRequests: number
  maxTimeMs?: number
  /** Requests per second. */
  rate?: number | 'auto'
  /** How many users there are a token for. */
  users: number
  /** Whether the expected plants are known. */
  expectations: boolean
  /** The names of the headers that every request has. */
  headers: string[]
  /** Addresses that were used instead of those of DNS, as for curl's `--resolve`. */
  resolve: string[]
}

/** The result of a run, as in the JSON report. Durations are in milliseconds, `startedAt` is in ISO 8601. */
export type Report = {
  schemaVersion: 1
  kit: { name: string; version: string }
  contract: { title: string; version: string; sha256: string }
  target: {
    baseUrl: string
    /** What to call it. Default: host and port. */
    name: string
    /** How it was reached, in words, if not directly. */
    route?: string
    /** How the run started it: the command, in which `{port}` was a free port, and the folder, if not the current one. */
    start?: { command: string; cwd?: string }
  }
  options: ReportOptions
  startedAt: string
  durationMs: number
  requests: number
  /** What was repeated, waited for and left out. None in a run without trouble. */
  health?: string[]
  verdict: Verdict
  exitCode: 0 | 1 | 3
  /** Why the verdict is `incomplete`, and what to do about it. */
  reasons: string[]
  /** What decided the verdict. None for `conformant`. */
  decidedBy?: Decision[]
  summary: {
    violations: number
    warnings: number
    infos: number
    notExercised: number
    inconclusive: number
    passed: number
    /** Violations and warnings that the baseline lists. They are in none of the other numbers. */
    listed?: number
  }
  /** For a run with a baseline: how many entries it has, and what fails the run. */
  baseline?: {
    entries: number
    problems: BaselineProblem[]
    /** Entries that still count, but not for long. */
    expiring?: BaselineProblem[]
    /** Entries that count for more than a year. */
    distant?: BaselineProblem[]
    /** Entries of violations that count again, because the entries have ended. */
    expired?: BaselineProblem[]
  }
  engines: EngineReport[]
  /**
   * What the server does where the contract is silent, by what was tested: a request, such as `?limit=0`, with its response, or a
   * check of level INFO with `yes` or `no`.
   */
  profile: Record<string, string>
  findings: Finding[]
}
