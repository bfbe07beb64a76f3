/** Probes that the plan sends once, in the order of the stages. Reports contain the ids, so they never change. */
export const probeIds = [
  'list',
  'list/limit-after',
  'list/again',

  'users/other-fresh',
  'users/first-fresh',

  'head/none',
  'method/unknown',
  'method/unknown-none',
  'method/report',
  'method/propfind-none',
  'method/options-none',
  'range/unknown-unit',
  'origin/preflight',
  'path/encoded',
  'limit-form/name',
  'limit/0',
  'field/long',

  'health/bad-limits',
  'bad-limit/line-break',
  'bad-limit/eight-kilobytes',

  'auth/two-spaces',

  'auth/none',
  'health/without-token',
  'auth/none-limit',
  'parallel/with-stranger',
  'auth/replay-1',
  'auth/replay-2',
  'auth/none-bad-limit',
  'auth/path-trailing-slash',
  'auth/path-double-slash',
  'auth/path-upper-case',
  'auth/path-parameter',
  'auth/cookie',
  'health/without-tokens',

  'auth/bare',
  'auth/wrong-scheme',
  'auth/word-after',
  'auth/garbage-first',

  'auth/bearer-alone',
  'auth/bearer-space',
  'auth/garbage',
  'auth/garbage-again',
  'auth/basic',
  'auth/other-scheme',
  'auth/two-fields',
  'auth/tampered',
  'auth/half',
  'auth/cut',
  'auth/extended',
  'auth/extended-after-padding',
  'auth/preceded',
  'auth/other-case',
  'method/trace',
  'health/bad-tokens',
] as const

/** Probes with a number: rows of the covering array, the requests that prepare them, and those for several users. */
type NumberedProbeId =
  | `${'row' | 'head'}/${number}`
  | `auth/none-with-${number}`
  | `monitor/${string}`
  | `users/${'first' | 'other' | number | `${number}-fresh` | `parallel-${number}`}`

export type ProbeId = (typeof probeIds)[number] | NumberedProbeId

/** The part of an id before the slash: probes that ask about the same thing. */
export type ProbeGroup = GroupOf<ProbeId>

type GroupOf<Id> = Id extends `${infer Group}/${string}` ? Group : never
