import { PlantCards, ResponseBody, readPlants } from './body.tsx'
import { messageOf } from './notices.ts'
import type { HttpRequest } from './snippets.ts'
import { Disclosure, formatBytes, formatDuration, formatPlants, type Pair, Pairs, toneOf } from './ui.tsx'

/** How a request ended. */
export type Result = {
  title: string
  /** The CSS class of the title. */
  tone: string
  facts: readonly string[]
  problem?: string
  headers: readonly Pair[]
  body: string
}

const NOT_SAID = 'Browsers do not report the reason. The journal shows the requests that reached the mock.'

/** Sends a request. Never rejects. */
export async function sendRequest({ url, headers }: HttpRequest, signal: AbortSignal): Promise<Result> {
  const nothing = { tone: 'bad', facts: [], headers: [], body: '' }
  let request: Request
  try {
    const options = { headers: headers.map(([name, value]): [string, string] => [name, value]) }
    request = new Request(url, { ...options, cache: 'no-store', credentials: 'omit', signal })
  } catch (error) {
    return { ...nothing, title: 'The browser refused to send this request', problem: messageOf(error) }
  }
  const start = performance.now()
  try {
    const response = await fetch(request)
    const { chunks, isComplete } = await readChunks(response.body)
    const blob = new Blob(chunks)
    const body = await blob.text()
    const plants = readPlants(body)
    const after = formatDuration(performance.now() - start)
    const facts = [...(plants ? [formatPlants(plants.length)] : []), after, formatBytes(blob.size)]
    const title = `${response.status} ${response.statusText}`.trim()
    const received = { title, facts, headers: [...response.headers], body }
    if (isComplete) return { ...received, tone: toneOf(response.status) }
    if (!signal.aborted) return { ...received, tone: 'bad', problem: `The body is incomplete. ${NOT_SAID}` }
  } catch {
    // Ignore the error: browsers hide the reason for a failure from pages, but the journal may show it.
  }
  const facts = [`after ${formatDuration(performance.now() - start)}`]
  if (signal.aborted) return { ...nothing, facts, tone: '', title: 'Stopped' }
  return { ...nothing, facts, title: 'No response', problem: NOT_SAID }
}

type Chunk = Uint8Array<ArrayBuffer>

/** Reads a body. If the connection fails, returns the received part of the body. */
async function readChunks(body: ReadableStream<Chunk> | null) {
  const chunks: Chunk[] = []
  try {
    for await (const chunk of body ?? []) chunks.push(chunk)
    return { chunks, isComplete: true }
  } catch {
    return { chunks, isComplete: false }
  }
}

/** The headers that explain the mock's response, and their labels. */
const EXPLANATIONS = [
  ['x-plant-store-rule', 'Rule'],
  ['preference-applied', 'Applied'],
  ['x-plant-store-hint', 'Hint'],
  ['x-plant-store-violation', 'Violation'],
] as const

export function Response({ headers, body, problem }: Result) {
  const plants = readPlants(body)
  const values = new Map(headers)
  return (
    <>
      {problem && <p class="notice bad">{problem}</p>}
      <Pairs pairs={EXPLANATIONS.map(([name, label]) => [label, values.get(name)])} />
      {headers.length > 0 && (
        <div class="row">
          {plants && (
            <Disclosure label="JSON">
              <ResponseBody body={body} />
            </Disclosure>
          )}
          <Disclosure label={`Headers ${headers.length}`}>
            <Pairs pairs={headers} />
          </Disclosure>
        </div>
      )}
      {plants ? <PlantCards plants={plants} /> : headers.length > 0 && <ResponseBody body={body} />}
    </>
  )
}
