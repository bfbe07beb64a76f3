import { buildRequestHeaders, buildRequestUrl, type FormRequest } from './formRequest.ts'
import { messageOf } from './notices.ts'

/** How a request ended. Times are in milliseconds since it was sent. */
export type RequestOutcome =
  | { kind: 'complete'; response: ReceivedResponse }
  /** The connection failed while the body was being received. */
  | { kind: 'incomplete'; response: ReceivedResponse }
  | { kind: 'failed'; after: number }
  | { kind: 'cancelled'; after: number }
  /** The browser refused to send it. */
  | { kind: 'refused'; message: string }

export type ReceivedResponse = {
  status: number
  statusText: string
  headers: readonly (readonly [name: string, value: string])[]
  body: string
  bytes: number
  headersAfter: number
  after: number
}

/** Sends a request. Never rejects. */
export async function sendRequest(form: FormRequest, signal: AbortSignal): Promise<RequestOutcome> {
  let request: Request
  try {
    request = new Request(buildRequestUrl(form), {
      headers: buildRequestHeaders(form),
      cache: 'no-store',
      credentials: 'omit',
      signal,
    })
  } catch (error) {
    return { kind: 'refused', message: messageOf(error) }
  }
  const start = performance.now()
  const elapsed = (): number => performance.now() - start
  try {
    const response = await fetch(request)
    const headersAfter = elapsed()
    const { chunks, complete } = await readBody(response)
    if (signal.aborted) return { kind: 'cancelled', after: elapsed() }
    const blob = new Blob(chunks)
    const received: ReceivedResponse = {
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
      body: await blob.text(),
      bytes: blob.size,
      headersAfter,
      after: elapsed(),
    }
    return { kind: complete ? 'complete' : 'incomplete', response: received }
  } catch {
    return { kind: signal.aborted ? 'cancelled' : 'failed', after: elapsed() }
  }
}

/** Reads a body, and keeps what was received if the connection fails. */
async function readBody({
  body,
}: Response): Promise<{ chunks: Uint8Array<ArrayBuffer>[]; complete: boolean }> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = body?.getReader()
  try {
    for (;;) {
      const { done = true, value } = (await reader?.read()) ?? {}
      if (done || !value) return { chunks, complete: true }
      chunks.push(value)
    }
  } catch {
    return { chunks, complete: false }
  }
}
