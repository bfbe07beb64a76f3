import type { Flags } from '../config/flag.ts'
import { checkUrl, toNumber } from '../verify/inputs.ts'
import { verifyFlags } from './verifyFlags.ts'

/** Everything else says how to reach the server, and with which tokens. */
const {
  name: _name,
  engine: _engine,
  strict: _strict,
  seed: _seed,
  report: _report,
  verbose: _verbose,
  contractPath: _path,
  ...connection
} = verifyFlags

/** The flags of `plant-store replay`, in the order of its help. */
export const replayFlags = {
  baseUrl: {
    type: 'string',
    value: '<url>',
    description: 'another server than that of the report',
    defaultText: 'that of the report',
    parse: (text: string) => {
      checkUrl(text)
      return text
    },
  },
  times: {
    type: 'number',
    value: '<number>',
    description: 'how often to send the request, for a finding that comes and goes',
    default: 1,
    parse: toNumber('a whole number', 1, 1_000),
  },
  ...connection,
} as const satisfies Flags
