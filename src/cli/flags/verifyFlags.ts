import { verifyDefaults } from '../../harness/verifyOptions.ts'
import { reportFormats } from '../../reporters/reporters.ts'
import type { Flags } from '../config/flag.ts'
import { toRunDestination } from '../reports/destination.ts'
import { toNumber, toRate } from '../verify/inputs.ts'
import { contractFlag } from './contractFlag.ts'
import { engineFlag } from './engineFlag.ts'
import { fleetFlags } from './fleetFlags.ts'
import { reportFlags } from './reportFlags.ts'
import { targetFlags } from './targetFlags.ts'

/** The flags of `plant-store verify`, in the order of its help. */
export const verifyFlags = {
  ...targetFlags,
  watch: {
    type: 'boolean',
    description: 'test again when the server returns or a file changes',
  },
  ...fleetFlags,
  name: {
    type: 'string',
    value: '<name>',
    description: 'name of the target in reports',
    defaultText: 'host and port',
  },
  contract: contractFlag,
  engine: engineFlag,
  strict: { type: 'boolean', description: 'treat SHOULD violations as failures' },
  timeout: {
    type: 'number',
    value: '<ms>',
    description: 'abort a request after this many ms without data',
    default: verifyDefaults.timeout,
    parse: toNumber('a number of milliseconds', 1, 600_000),
  },
  rate: {
    type: 'number or string',
    value: '<number|auto>',
    description:
      "maximum requests per second of the kit's own checks; auto slows down when the server returns 429, and waits as long as Retry-After says",
    defaultText: 'no limit',
    parse: toRate,
  },
  maxRequests: {
    type: 'number',
    value: '<number>',
    description: "maximum requests of the kit's own checks, with retries but without redirects",
    default: verifyDefaults.maxRequests,
    parse: toNumber('a number of requests', 1, 1_000_000),
  },
  maxTime: {
    type: 'number',
    value: '<seconds>',
    description: 'stop the run after this many seconds, and report what was tested',
    defaultText: 'no limit',
    parse: toNumber('a number of seconds', 1, 604_800),
  },
  seed: {
    type: 'number',
    value: '<number>',
    description: 'seed of the random choices in the plan',
    default: verifyDefaults.seed,
    parse: toNumber('a whole number', 0, 2 ** 32 - 1),
  },
  ...reportFlags,
  report: {
    ...reportFlags.report,
    description: `report format: ${reportFormats.join(', ')}, har; to standard output unless you name a file, and each to a different destination; repeatable`,
    parse: toRunDestination,
  },
} as const satisfies Flags
