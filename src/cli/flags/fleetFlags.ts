import { type Flags, inGroup } from '../config/flag.ts'
import { toShard } from '../fleet/shard.ts'
import { toCount } from '../verify/inputs.ts'

/** The flags that test several servers. */
export const fleetFlags = inGroup('Several servers:', {
  targets: {
    type: 'string',
    value: '<file>',
    description: 'test the servers in this YAML or JSON file',
  },
  concurrency: {
    type: 'number',
    value: '<number>',
    description: 'how many of them to test at once',
    defaultText: '4',
    parse: toCount('a number of servers', 1, 64),
  },
  shard: {
    type: 'string',
    value: '<i/n>',
    description: 'test a part of them: 2/4 is the second of four',
    defaultText: 'all',
    parse: toShard,
  },
} as const satisfies Flags)
