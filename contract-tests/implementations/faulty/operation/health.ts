import type { Fault } from '../../implementation.ts'
import { errorResponse } from '../../response.ts'
import { faults } from '../../servers.ts'

/** Requests that break the server for the requests after them. */
export const healthFaults: readonly Fault[] = faults('health-after-bad-requests', 'CA10', {
  'worker-dies-of-letters': [
    'returns 500 to everything after letters in limit',
    {
      respond: ({ limits, user }, correct, memory) => {
        if (limits[0] === 'abc') memory.dead = 1
        return memory.dead === 1 && user !== undefined && limits.length === 0
          ? errorResponse(500, 'no')
          : correct
      },
    },
  ],
})
