import { expect, test } from 'vitest'
import { type Contract, parseContract } from '../../src/contract/contract.ts'
import { readContract } from '../../src/contract/readContract.ts'
import type { Probe } from '../../src/judge/exchange.ts'
import type { PlanFacts } from '../../src/judge/suite.ts'
import { createCredentials } from './credentials.ts'
import { rowConditions } from './design/rowStages.ts'
import { createPlan } from './index.ts'

/** Probes that the plan sends once, in the order of the stages. Reports contain the ids, so they never change. */
const probeIds =
  `list list/limit-after list/again users/other-fresh users/first-fresh head/none method/unknown
  method/unknown-none method/report method/propfind-none method/options-none range/unknown-unit
  origin/preflight path/encoded limit-form/name limit/0 field/long health/bad-limits bad-limit/line-break
  bad-limit/eight-kilobytes auth/two-spaces auth/none health/without-token auth/none-limit
  parallel/with-stranger auth/replay-1 auth/replay-2 auth/none-bad-limit auth/path-trailing-slash
  auth/path-double-slash auth/path-upper-case auth/path-parameter auth/cookie health/without-tokens
  auth/bare auth/wrong-scheme auth/word-after auth/garbage-first auth/bearer-alone auth/bearer-space
  auth/garbage auth/garbage-again auth/basic auth/other-scheme auth/two-fields auth/tampered auth/half
  auth/cut auth/extended auth/extended-after-padding auth/preceded auth/other-case method/trace
  health/bad-tokens`.split(/\s+/)

const facts: PlanFacts = {
  credentials: createCredentials({ token: 'a-token-of-some-length=', otherToken: 'another-token' }),
  plants: 30,
  etag: '"tag"',
  cookie: 'session=1',
}
const contract = readContract()
const probes = createProbes(contract)

test('the plan sends every probe of the list, and no other', () => {
  const ids = probes.map(({ id }) => id)
  const numbered = ids.filter((id) => /^(row|head)\/\d+$|^auth\/none-with-\d+$/.test(id))
  // A token is halved only if it is too short to be cut, and the second replay is sent only if there is no cookie.
  const sent = [...ids.filter((id) => !numbered.includes(id)), 'auth/half', 'auth/replay-2']
  expect(sent.sort()).toEqual([...probeIds].sort())
  expect(new Set(ids).size).toBe(ids.length)
  expect(numbered.filter((id) => id.startsWith('row/'))).toHaveLength(rowConditions.length)
})

test('the plan sends every credential', () => {
  const { valid, others, none, bad, forms } = facts.credentials
  // The rows send these two credentials.
  const spelled = ['field-name', 'scheme-lower'].map((id) => forms.get(id))
  const sent = new Set([...probes.map(({ credential }) => credential), ...spelled])
  const credentials = [valid, ...others, none, ...bad.values(), ...forms.values()]
  expect(credentials.filter((credential) => !sent.has(credential))).toEqual([])
})

test('bad tokens are sent after all requests that need a server which still responds', () => {
  const isBad = ({ credential }: Probe) => credential.kind === 'bad'
  const first = probes.findIndex(isBad)
  const after = probes.slice(first).filter((probe) => !isBad(probe))
  expect(after.map(({ id }) => id)).toEqual(['health/bad-tokens'])
})

test('the plan of another contract has its path and its parameter', () => {
  const text = contract.text.replace('name: limit', 'name: max').replace('/plants:', '/herbs:')
  const renamed = createProbes(parseContract(text))
  expect(renamed.map(({ id }) => id)).toEqual(probes.map(({ id }) => id))
  expect(renamed.filter(({ query }) => query?.includes('limit'))).toEqual([])
  expect(renamed.filter(({ path }) => path?.includes('plants'))).toEqual([])
})

function createProbes(from: Contract): Probe[] {
  return createPlan(from).flatMap((stage) => stage.probes(facts))
}
