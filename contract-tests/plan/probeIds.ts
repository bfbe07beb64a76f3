/** Probes that the plan sends once, in the order of the stages. Reports contain the ids, so they never change. */
export const probeIds = [
  'list',
  'list/limit-after',
  'list/again',
  'list/new-connection',
  'list/limit-second',

  'limit-form/value',
  'limit-form/name',
  'limit-form/after-ampersand',
  'limit-form/second',

  'accept/any',
  'accept/none',
  'accept/application',
  'accept/list',
  'accept/upper-case',
  'encoding/gzip',
  'encoding/none',
  'agent/none',
  'connection/close',

  'parallel/after',

  'users/other-fresh',
  'users/first-fresh',
  'users/other',
  'users/first',
  'users/parallel-1',
  'users/parallel-2',
  'users/parallel-3',
  'users/parallel-4',

  'head',
  'head/after',
  'head/none',
  'method/unknown',
  'method/unknown-none',
  'method/report',
  'method/propfind-none',
  'method/options-none',
  'condition/foreign-tag',
  'condition/own-tag',
  'range/bytes',
  'range/unknown-unit',
  'origin/foreign',
  'origin/null',
  'origin/none',
  'origin/preflight',
  'path/encoded',
  'version/1.0',
  'field/long',

  'bad-limit/zero',
  'bad-limit/minus-one',
  'bad-limit/int32-min',
  'health/open-limits',
  'bad-limit/letters',
  'bad-limit/empty',
  'bad-limit/past-int32',
  'bad-limit/twenty-digits',
  'bad-limit/wrap-around',
  'bad-limit/fraction',
  'bad-limit/exponent',
  'bad-limit/plus',
  'bad-limit/bare',
  'bad-limit/repeated',
  'health/bad-limits',
  'bad-limit/full-width',
  'bad-limit/bad-utf-8',
  'bad-limit/percent',
  'bad-limit/markup',
  'bad-limit/line-break',
  'bad-limit/array',
  'bad-limit/eight-kilobytes',
  'health/odd-limits',

  'sequence/bad',
  'sequence/limit-1',
  'sequence/limit-3',
  'sequence/list',

  'auth/field-name',
  'auth/scheme-lower',
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

/** Probes that the plan sends for several numbers; how many depends on the number of plants, or on that of users. */
type NumberedProbeId =
  | `${'limit' | 'repeat' | 'parallel'}/${number}`
  | `users/${number | `${number}-fresh` | `parallel-${number}`}`

export type ProbeId = (typeof probeIds)[number] | NumberedProbeId

/** The part of an id before the slash: probes that ask about the same thing. */
export type ProbeGroup = GroupOf<ProbeId>

type GroupOf<Id> = Id extends `${infer Group}/${string}` ? Group : never
