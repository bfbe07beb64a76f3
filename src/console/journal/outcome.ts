import { faultDescriptions, faultNames, hasStatus } from '../request/faults.ts'
import type { Entry } from '../types.ts'
import { statusClass } from '../ui/statusClass.ts'

/** What a client received: the status, what broke, and both in words. */
export type Outcome = { status: string; problem: string; kind: string; title: string }

/** Describes what the client of a request received. */
export function describeOutcome(entry: Entry): Outcome {
  const { status, fault, complete } = entry
  if (fault !== undefined)
    return {
      status: hasStatus(fault) ? String(status) : '–',
      problem: faultNames[fault].toLowerCase(),
      kind: 'status bad',
      title: `${faultDescriptions[fault]}.`,
    }
  if (complete === false)
    return {
      status: '–',
      problem: 'client left',
      kind: 'status warn',
      title:
        'The client aborted the request, or disconnected before the response was complete. In development, React’s StrictMode runs effects twice and aborts the first request.',
    }
  if (complete === undefined)
    return { status: '…', problem: '', kind: 'status', title: 'The response has not ended yet.' }
  return { status: String(status), problem: '', kind: statusClass(status), title: '' }
}

/** Whether the client did not receive a whole response. */
export function isBroken({ fault, complete }: Entry): boolean {
  return fault !== undefined || complete === false
}
