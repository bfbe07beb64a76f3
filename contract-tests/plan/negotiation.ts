import type { Contract } from '../../src/contract/contract.ts'
import type { Stage } from '../../src/harness/stage.ts'
import { allButOne, createLimitedProbe, createProbe } from './createProbe.ts'
import type { ProbeId } from './probeIds.ts'

const ACCEPTED = [
  { id: 'accept/application', value: 'application/*' },
  { id: 'accept/list', value: 'text/html;q=0.4, application/json;q=0.9, */*;q=0.1' },
  { id: 'accept/upper-case', value: 'Application/JSON' },
] as const

/** What clients may ask for in a response. JSON satisfies all of it. Some of the requests also have a limit. */
export const createNegotiationStage = (contract: Contract): Stage => ({
  id: 'negotiation',
  probes: (facts) => {
    const accept = ({ id, value }: { id: ProbeId; value: string }) =>
      createProbe(facts, { id, reason: `whether Accept: ${value} gets JSON`, fields: [['Accept', value]] })
    return [
      accept({ id: 'accept/any', value: '*/*' }),
      createProbe(facts, {
        id: 'accept/none',
        reason: 'whether a request without Accept gets JSON',
        omit: ['accept'],
      }),
      ...ACCEPTED.map(accept),
      createLimitedProbe(contract, facts, {
        id: 'encoding/gzip',
        reason: 'whether a compressed response can be decoded',
        most: allButOne(facts),
        fields: [['Accept-Encoding', 'gzip']],
      }),
      createProbe(facts, {
        id: 'encoding/none',
        reason: 'whether a response can be decoded if the client accepts any coding',
        omit: ['accept-encoding'],
      }),
      createProbe(facts, {
        id: 'agent/none',
        reason: 'whether a request without User-Agent is served',
        omit: ['user-agent'],
      }),
      createLimitedProbe(contract, facts, {
        id: 'connection/close',
        reason: 'whether the response is complete when the connection closes',
        most: allButOne(facts),
        fields: [['Connection', 'close']],
        connection: 'close',
      }),
    ]
  },
})
