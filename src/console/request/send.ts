import { type Asked, addressOf, fieldsOf } from './asked.ts'

/** What came of a request. Times are in milliseconds from its start. */
export type Outcome =
  | { kind: 'answer'; answer: Answer }
  /** A head came, and its body broke off. */
  | { kind: 'broken'; answer: Answer }
  | { kind: 'failed'; after: number }
  | { kind: 'cancelled'; after: number }
  /** The browser would not send it. */
  | { kind: 'unsendable'; why: string }

export type Answer = {
  status: number
  statusText: string
  headers: readonly (readonly [name: string, value: string])[]
  body: string
  bytes: number
  headAfter: number
  after: number
}

/** Sends a request, and never rejects. */
export async function send(asked: Asked, signal: AbortSignal): Promise<Outcome> {
  let request: Request
  try {
    request = new Request(addressOf(asked), {
      headers: fieldsOf(asked),
      cache: 'no-store',
      credentials: 'omit',
      signal,
    })
  } catch (error) {
    return { kind: 'unsendable', why: error instanceof Error ? error.message : String(error) }
  }
  const start = performance.now()
  const passed = (): number => performance.now() - start
  try {
    const response = await fetch(request)
    const headAfter = passed()
    const { chunks, broken } = await readBody(response)
    if (signal.aborted) return { kind: 'cancelled', after: passed() }
    const blob = new Blob(chunks)
    const answer: Answer = {
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
      body: await blob.text(),
      bytes: blob.size,
      headAfter,
      after: passed(),
    }
    return { kind: broken ? 'broken' : 'answer', answer }
  } catch {
    return { kind: signal.aborted ? 'cancelled' : 'failed', after: passed() }
  }
}

/** Keeps what had come when a body broke off. */
async function readBody({ body }: Response): Promise<{ chunks: Uint8Array<ArrayBuffer>[]; broken: boolean }> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = body?.getReader()
  try {
    for (;;) {
      const { done = true, value } = (await reader?.read()) ?? {}
      if (done || !value) return { chunks, broken: false }
      chunks.push(value)
    }
  } catch {
    return { chunks, broken: true }
  }
}
