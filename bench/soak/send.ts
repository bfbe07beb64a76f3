import { Agent, type OutgoingHttpHeaders } from 'node:http'
import { ask } from '../startProcess.ts'
import { ANY, USUAL } from './target.ts'

/** A kind of request, the number of such requests among 100 requests, and a pattern for the right responses. */
type Kind = {
  share: number
  method?: string
  path?: string
  headers: (index: number) => OutgoingHttpHeaders
  answer: RegExp
  delay?: number
}

export type Answer = { problem: string | undefined; ms: number }

const ALICE = { authorization: 'Bearer token-alice' }
/** The headers of a request in a session that has its own scenario. */
const STEADY = { ...ALICE, 'x-plant-store-session': 'steady' }

const kinds: readonly Kind[] = [
  { share: 40, headers: () => ALICE, answer: ANY },
  {
    share: 20,
    headers: (index) => ({ ...ALICE, 'x-plant-store-session': `session-${index}` }),
    answer: ANY,
  },
  { share: 10, headers: () => STEADY, answer: USUAL },
  { share: 5, headers: () => ({ ...STEADY, prefer: 'delay=50' }), answer: USUAL, delay: 50 },
  { share: 5, headers: () => ({ ...STEADY, connection: 'close' }), answer: USUAL },
  { share: 3, path: '/plants?limit=0', headers: () => STEADY, answer: /^200 $/ },
  { share: 3, path: '/plants?limit=three', headers: () => STEADY, answer: /^400$/ },
  { share: 3, headers: () => ({ 'x-plant-store-session': 'steady' }), answer: /^401$/ },
  { share: 2, path: '/plant', headers: () => STEADY, answer: /^404$/ },
  { share: 2, method: 'POST', headers: () => STEADY, answer: /^405$/ },
  { share: 3, headers: () => ({ ...STEADY, prefer: 'scenario=empty' }), answer: /^200 $/ },
  { share: 2, headers: () => ({ ...STEADY, prefer: 'code=503' }), answer: /^503$/ },
  {
    share: 1,
    headers: () => ({ ...STEADY, prefer: 'fault=CONNECTION_RESET_BY_PEER' }),
    answer: /^ECONNRESET$/,
  },
  { share: 1, headers: () => ({ ...STEADY, prefer: 'fault=TRUNCATED_BODY' }), answer: /^ECONNRESET$/ },
]

/** The kind of each of a hundred requests, with the kinds evenly mixed. */
const order = kinds
  .flatMap((kind) =>
    Array.from({ length: kind.share }, (_, at) => ({ kind, place: (at + 0.5) / kind.share })),
  )
  .sort((one, other) => one.place - other.place)
  .map(({ kind }) => kind)

/** The agent keeps connections open between requests. */
export const agent = new Agent({ keepAlive: true, maxSockets: 100 })

/** Sends one request, and compares the response with the right responses for the request's kind. */
export async function send(port: number, index: number): Promise<Answer> {
  const kind = order[index % order.length]
  if (!kind) throw new Error(`no kind of request ${index}`)
  const began = performance.now()
  const actual = await askFor(kind, port, index).catch(
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  )
  const ms = performance.now() - began
  const problem = kind.answer.test(actual)
    ? undefined
    : `request ${index}: expected ${kind.answer}, got ${actual}`
  return { problem, ms: ms - (kind.delay ?? 0) }
}

async function askFor(
  { method = 'GET', path = '/plants?limit=3', headers }: Kind,
  port: number,
  index: number,
): Promise<string> {
  const signal = AbortSignal.timeout(20_000)
  const { status, text } = await ask({ port, method, path, headers: headers(index), agent, signal })
  const plants: { name: string }[] = status === 200 ? JSON.parse(text) : []
  return status === 200 ? `200 ${plants.map(({ name }) => name).join()}` : String(status)
}
