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
    const headers = buildRequestHeaders(form)
    request = new Request(buildRequestUrl(form), { headers, cache: 'no-store', credentials: 'omit', signal })
  } catch (error) {
    return { kind: 'refused', message: messageOf(error) }
  }
  const start = performance.now()
  const elapsed = (): number => performance.now() - start
  try {
    const { status, statusText, headers, body } = await fetch(request)
    const headersAfter = elapsed()
    const { chunks, complete } = await readBody(body)
    const after = elapsed()
    if (signal.aborted) return { kind: 'cancelled', after }
    const blob = new Blob(chunks)
    const received = { status, statusText, headers: [...headers], body: await blob.text(), bytes: blob.size }
    return { kind: complete ? 'complete' : 'incomplete', response: { ...received, headersAfter, after } }
  } catch {
    return { kind: signal.aborted ? 'cancelled' : 'failed', after: elapsed() }
  }
}

type Chunk = Uint8Array<ArrayBuffer>

/** Reads a body, and keeps what was received if the connection fails. */
async function readBody(body: ReadableStream<Chunk> | null): Promise<{ chunks: Chunk[]; complete: boolean }> {
  const chunks: Chunk[] = []
  try {
    for await (const chunk of body ?? []) chunks.push(chunk)
    return { chunks, complete: true }
  } catch {
    return { chunks, complete: false }
  }
}
