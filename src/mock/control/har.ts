import { readKit } from '../../contract/files.ts'
import { NO_STATUS } from '../scenarios/override.ts'
import type { EntryDetails } from './journal.ts'

type Pair = { name: string; value: string }

/** Makes an HTTP Archive 1.2 of entries, oldest first, which browsers and HTTP clients can open. `origin` is that of the mock. */
export function toHar(entries: readonly EntryDetails[], origin: string): unknown {
  return {
    log: {
      version: '1.2',
      creator: readKit(),
      entries: entries.toSorted((one, other) => one.id - other.id).map((entry) => toHarEntry(entry, origin)),
    },
  }
}

function toHarEntry(entry: EntryDetails, origin: string): unknown {
  const {
    loggedDate,
    durationMs = entry.delayMs,
    method,
    url,
    headers,
    fault,
    rule,
    scenario,
    session,
  } = entry
  return {
    startedDateTime: loggedDate,
    time: durationMs,
    request: {
      method,
      url: origin + url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toPairs(headers),
      queryString: [...new URLSearchParams(url.split('?')[1])].map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: 0,
    },
    response: toHarResponse(entry),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: [
      `rule: ${rule}`,
      `scenario: ${scenario}`,
      `session: ${session}`,
      ...(fault ? [`fault: ${fault}`] : []),
    ].join(', '),
  }
}

function toHarResponse({ status, fault, bytes, complete = true, response }: EntryDetails): unknown {
  const { 'content-type': mimeType = '', location = '' } = response.headers
  return {
    // As in the archives of browsers.
    status: NO_STATUS.has(fault) ? 0 : status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toPairs(response.headers),
    content: {
      size: bytes,
      mimeType,
      text: response.body,
      ...(response.body.length < bytes && { comment: 'the start of the body' }),
    },
    redirectURL: location,
    headersSize: -1,
    bodySize: complete ? bytes : -1,
  }
}

function toPairs(headers: Readonly<Record<string, string>>): Pair[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}
