import type { Contract } from '../../src/contract/contract.ts'
import { type Field, isUserRequest, type Probe } from '../../src/judge/exchange.ts'
import type { PlanFacts, Stage } from '../../src/judge/suite.ts'
import { fitLimit, limitTo, nameLimit } from './design/queryDimensions.ts'

/** The differences from the plain request with the operator's token. */
export type ProbeDefinition = Partial<Probe> & Pick<Probe, 'id' | 'reason'>

/** Creates the plain request with the operator's token, and with the changes in `definition`. */
export function createProbe(facts: PlanFacts, definition: ProbeDefinition): Probe {
  const probe = {
    method: 'GET',
    credential: facts.credentials.valid,
    limit: 'absent',
    documented: true,
    benign: true,
    ...definition,
  } satisfies Probe
  return isPlain(probe) ? { conditions: {}, ...probe } : probe
}

/** Creates a request with a positive `limit` that is as close to `maxResults` as the contract allows. */
export function createLimitedProbe(
  contract: Contract,
  facts: PlanFacts,
  { maxResults: wanted, ...definition }: ProbeDefinition & { maxResults: number },
): Probe {
  const maxResults = fitLimit(contract, wanted)
  const conditions = isUserRequest({ credential: facts.credentials.valid, ...definition })
    ? { conditions: { limit: nameLimit(maxResults, facts) } }
    : {}
  return createProbe(facts, { ...limitTo(contract, String(maxResults)), ...conditions, ...definition })
}

/** Returns the cookie that the server sent with its first list, as a header. If there is none, returns no headers. */
export const listCookies = ({ headers: { 'set-cookie': cookie } }: PlanFacts): Field[] =>
  cookie === undefined ? [] : [['Cookie', cookie.replace(/;.*/, '')]]

/** Selects a stage's requests with a valid token. */
export const authenticated = (stage: Stage): Stage => ({
  ...stage,
  probes: (facts) => stage.probes(facts).filter(isUserRequest),
})

/** Selects a stage's requests without a valid token. */
export function unauthenticated(stage: Stage): Stage {
  return {
    ...stage,
    id: `${stage.id}-without-token`,
    probes: (facts) => stage.probes(facts).filter((probe) => !isUserRequest(probe)),
  }
}

/** Returns whether the request differs from the documented request only in its user and its position among other requests. */
function isPlain(probe: Probe): boolean {
  const { method, documented, path, query, fields, omit, httpVersion } = probe
  const differences = [path, query, fields, omit, httpVersion]
  return (
    method === 'GET' && documented && isUserRequest(probe) && differences.every((each) => each === undefined)
  )
}

/** Returns the last segment of the operation's path, such as `/plants`. A probe's own path replaces this segment. */
export const lastSegment = ({ path }: Contract['operation']): string => path.slice(path.lastIndexOf('/'))
