import type { Entry } from './api.ts'
import { faultDescriptions, faultNames, hasStatus } from './faults.ts'
import { statusClass } from './ui.tsx'

/** What a client received: the status, what broke, and both in words. */
export type Outcome = { status: string; problem: string; kind: string; title: string }

const CLIENT_LEFT =
  'The client aborted the request, or disconnected before the response was complete. In development, React’s StrictMode runs effects twice and aborts the first request.'

/** Describes what the client of a request received. */
export function describeOutcome({ status, fault, complete }: Entry): Outcome {
  if (fault !== undefined)
    return {
      status: hasStatus(fault) ? String(status) : '–',
      problem: faultNames[fault].toLowerCase(),
      kind: 'status bad',
      title: `${faultDescriptions[fault]}.`,
    }
  if (complete === false)
    return { status: '–', problem: 'client left', kind: 'status warn', title: CLIENT_LEFT }
  if (complete === undefined)
    return { status: '…', problem: '', kind: 'status', title: 'The response has not ended yet.' }
  return { status: String(status), problem: '', kind: statusClass(status), title: '' }
}

/** Whether the client did not receive a whole response. */
export function isBroken({ fault, complete }: Entry): boolean {
  return fault !== undefined || complete === false
}
