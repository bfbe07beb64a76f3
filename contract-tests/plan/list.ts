import type { Stage } from '../../src/harness/stage.ts'
import { limited, probe } from './probe.ts'

/** Is there an operation, and does it answer? Everything else builds on this. */
export const hello: Stage = {
  id: 'hello',
  always: true,
  probes: (facts) => [probe(facts, 'list', 'whether the operation answers')],
}

/** The plain list around a limited one, in both orders, so that a cache which forgets the query shows. */
export const list: Stage = {
  id: 'list',
  always: true,
  probes: (facts) => [
    limited(facts, 1, {
      id: 'list/limit-after',
      reason: 'whether a limit counts right after the whole list',
    }),
    probe(facts, 'list/again', 'whether the whole list comes after a limited one'),
    probe(facts, 'list/new-connection', 'whether a new connection gets the same kind of answer', {
      connection: 'list',
    }),
    limited(facts, 2, {
      id: 'list/limit-second',
      reason: 'whether the second request on a connection is served too',
      connection: 'list',
    }),
  ],
}
