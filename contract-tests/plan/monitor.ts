import type { Contract } from '../../src/contract/contract.ts'
import type { Conditions, Credential, Probe } from '../../src/judge/exchange.ts'
import type { PlanFacts, Stage } from '../../src/judge/suite.ts'
import { createProbe } from './createProbe.ts'
import { createHead, createRow } from './design/createRow.ts'
import { createListStage, helloStage } from './variants.ts'

/** The headers that a browser adds, and the headers that a gateway adds. */
const BROWSER = {
  'user-agent': 'browser',
  'accept-language': 'present',
  referer: 'present',
  'sec-fetch': 'present',
}
const GATEWAY = { 'x-forwarded': 'present', via: 'present', traceparent: 'present' }

/** Selects a stage's requests that no gateway refuses. */
const leaveOutUnusual = (stage: Stage): Stage => ({
  ...stage,
  probes: (facts) => stage.probes(facts).filter(({ benign }) => benign),
})

/**
 * A request for each large group of clients, and requests with several kinds of limit, by name. Real clients and gateways also send all
 * these headers, so they are not new to a production server. Requests with such headers have no limit, or a limit that the server has
 * served before: otherwise, a refusal could have two reasons.
 */
const ROWS: Readonly<Record<string, Conditions>> = {
  browser: { limit: 'one', accept: 'any', 'accept-encoding': 'browser', ...BROWSER },
  page: { limit: 'one', 'accept-encoding': 'gzip', origin: 'present', cookie: 'present', ...BROWSER },
  gateway: { 'accept-encoding': 'gzip', 'cache-control': 'present', ...GATEWAY },
  library: {
    accept: 'absent',
    'accept-encoding': 'absent',
    'content-type': 'present',
    credentials: 'other-case-name',
  },
  tag: { 'accept-encoding': 'gzip', 'if-none-match': 'own' },
  ten: { limit: 'between', query: 'empty-end' },
  maxResults: { limit: 'max' },
  open: { limit: 'open' },
  invalid: { limit: 'invalid' },
}

/** Selects 10 from the limits `between` if the list is long enough, because some servers accept only a few numbers. */
const TEN = { limit: 2 }

/**
 * Lists the requests of the plan `monitor`, for a production server: a few requests, without wrong tokens and unusual methods. One request
 * has no token, which reveals a server that requires no token. The kit reserves some of the 20 allowed requests for redirects and retries.
 */
export const createMonitorStages = (contract: Contract): readonly Stage[] => [
  helloStage,
  leaveOutUnusual(createListStage(contract)),
  {
    id: 'monitor-without-token',
    probes: (facts) => [
      createProbe(facts, {
        id: 'monitor/none',
        reason: 'whether the token is required',
        credential: facts.credentials.none,
        connection: 'monitor/none',
      }),
    ],
  },
  { id: 'monitor', probes: (facts) => createProbes(contract, facts) },
]

function createProbes(contract: Contract, facts: PlanFacts): Probe[] {
  const context = { contract, facts, turns: {} }
  const { valid, others } = facts.credentials
  const rows = Object.entries(ROWS).map(([name, conditions]) =>
    createRow(name === 'ten' ? { ...context, turns: TEN } : context, {
      id: `monitor/${name}`,
      reason: 'whether ordinary clients get the list',
      conditions,
      // Each request has its own connection, because the kit repeats a request if its reused connection was closed.
      connection: `monitor/${name}`,
    }),
  )
  const [other] = others
  const [first] = rows
  return [
    ...rows,
    ...(first ? [createHead(context, first, { id: 'monitor/head', connection: 'monitor/head' })] : []),
    ...(other ? [createUserProbe(facts, 'other', other), createUserProbe(facts, 'first', valid)] : []),
  ]
}

function createUserProbe(facts: PlanFacts, name: string, credential: Credential): Probe {
  return createProbe(facts, {
    id: `monitor/${name}`,
    reason: "whether a user gets another user's response",
    credential,
    connection: 'monitor/users',
  })
}
