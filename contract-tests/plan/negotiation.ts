import type { Stage } from '../../src/harness/stage.ts'
import { allButOne, limited, probe } from './probe.ts'

/**
 * What clients may say about the answer they want, all of which JSON satisfies. Some of them want a limit too: it counts
 * however the answer travels.
 */
export const negotiation: Stage = {
  id: 'negotiation',
  probes: (facts) => {
    const accept = (id: string, value: string) =>
      probe(facts, `accept/${id}`, `whether Accept: ${value} gets JSON`, { fields: [['Accept', value]] })
    return [
      accept('any', '*/*'),
      probe(facts, 'accept/none', 'whether a request without Accept gets JSON', { omit: ['accept'] }),
      accept('application', 'application/*'),
      accept('list', 'text/html;q=0.4, application/json;q=0.9, */*;q=0.1'),
      accept('upper-case', 'Application/JSON'),
      limited(facts, allButOne(facts), {
        id: 'encoding/gzip',
        reason: 'whether a compressed answer can be read',
        fields: [['Accept-Encoding', 'gzip']],
      }),
      probe(facts, 'encoding/none', 'whether an answer of any coding can be read', {
        omit: ['accept-encoding'],
      }),
      probe(facts, 'agent/none', 'whether a request without User-Agent is served', { omit: ['user-agent'] }),
      limited(facts, allButOne(facts), {
        id: 'connection/close',
        reason: 'whether all of an answer is there when the connection closes',
        fields: [['Connection', 'close']],
        connection: 'close',
      }),
    ]
  },
}
