import type { Flags } from '../config/flag.ts'
import { toCount } from '../verify/inputs.ts'
import { targetFlags } from './targetFlags.ts'
import { verifyFlags } from './verifyFlags.ts'

const { baseline: _baseline, ...server } = targetFlags
const { contract, timeout, rate, maxRequests, maxTime } = verifyFlags

/** The flags of `plant-store replay`, in the order of its help. */
export const replayFlags = {
  baseUrl: {
    type: 'string',
    value: '<url>',
    description: 'another server than that of the report',
    defaultText: 'that of the report',
    detail: 'with --start, {port} in it is a free port',
  },
  times: {
    type: 'number',
    value: '<number>',
    description: 'how often to send the request, for a finding that comes and goes',
    default: 1,
    parse: toCount('a whole number', 1, 1_000),
  },
  ...server,
  contract,
  timeout,
  rate,
  maxRequests,
  maxTime,
} as const satisfies Flags
