import { verifyDefaults } from '../../judge/verifyOptions.ts'
import { reportFormats } from '../../report/reporters.ts'
import { type Flags, inGroup } from '../config/flag.ts'
import { toRunDestination } from '../reports/destination.ts'
import { toCount, toIds, toName, toNumber, toRate } from '../verify/inputs.ts'
import { contractFlag } from './contractFlag.ts'
import { engineFlag } from './engineFlag.ts'
import { fleetFlags } from './fleetFlags.ts'
import { planFlag } from './planFlag.ts'
import { reportFlags } from './reportFlags.ts'
import { targetFlags } from './targetFlags.ts'

const { baseline, ...server } = targetFlags

/** The flags of `plant-store verify`, in the order of its help. */
export const verifyFlags = {
  ...server,
  ...inGroup('Starting the server:', {
    watch: { type: 'boolean', description: 'test again when the server returns or a file changes' },
  }),
  ...fleetFlags,
  ...inGroup('What to test:', {
    contract: contractFlag,
    engine: engineFlag,
    plan: planFlag,
    strict: { type: 'boolean', description: 'treat SHOULD violations as failures' },
  }),
  ...inGroup('How far to go:', {
    timeout: {
      type: 'number',
      value: '<ms>',
      description: 'abort a request without data',
      detail: 'after this many milliseconds',
      default: verifyDefaults.timeout,
      parse: toNumber('a number of milliseconds', 1, 600_000),
    },
    rate: {
      type: 'number or string',
      value: '<number|auto>',
      description: 'most requests per second; auto obeys 429',
      detail:
        "of the kit's own checks; auto slows down when the server returns 429, and waits as long as Retry-After says",
      defaultText: 'no limit',
      parse: toRate,
    },
    maxRequests: {
      type: 'number',
      value: '<number>',
      description: 'most requests in all',
      detail: "of the kit's own checks, with retries but without redirects",
      default: verifyDefaults.maxRequests,
      parse: toCount('a number of requests', 1, 1_000_000),
    },
    maxTime: {
      type: 'number',
      value: '<seconds>',
      description: 'stop then, and report what was tested',
      defaultText: 'no limit',
      parse: toNumber('a number of seconds', 1, 604_800),
    },
    seed: {
      type: 'number',
      value: '<number>',
      description: 'seed of the random choices',
      default: verifyDefaults.seed,
      parse: toCount('a whole number', 0, 2 ** 32 - 1),
    },
  }),
  ...inGroup('Over time:', {
    baseline,
    baselineUpdate: {
      type: 'boolean',
      description: 'add new violations to it, remove what is gone',
    },
    baselineAccept: {
      type: 'list',
      value: '<ids>',
      description: 'update it, but add only these checks',
      detail: 'separated by commas',
      parse: toIds,
    },
    name: {
      type: 'string',
      value: '<name>',
      description: 'name of the target in reports',
      defaultText: 'host and port; the host alone with {port}',
      parse: toName,
    },
  }),
  ...reportFlags,
  report: {
    ...reportFlags.report,
    description: `${reportFormats.join(', ')}, har; repeatable`,
    parse: toRunDestination,
  },
} as const satisfies Flags
