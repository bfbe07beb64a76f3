import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { listen } from '../../tests/listen.testing.ts'
import { readContract } from '../contract/readContract.ts'
import { BODY_LIMIT } from '../judge/body/analyseResponse.ts'
import { testProbe } from '../judge/exchange.testing.ts'
import type { Field, Probe } from '../judge/exchange.ts'
import type { EngineOutcome } from '../judge/transcript.ts'
import type { EngineRequest, StartEngine } from '../record/engine.ts'
import { type Client, createClient } from '../record/http/client.ts'

export const token = `token-${Math.random().toString(36).slice(2)}`

type Answer = { status?: number; type?: string; body?: string | Buffer; fields?: Record<string, string> }

/** Responses by name. A request selects a response with the `X-Answer` header. */
const ANSWERS: Record<string, Answer> = {
  good: { body: '[ {"name": "Ginkgo biloba"}, {"name": "Monstera deliciosa", "tag": "aroid"} ]' },
  'charset in the type': { type: 'Application/JSON; Charset=UTF-8' },
  'more members': { body: '[{"name": "Aloe vera", "日本": "アロエ", "tag": "succulent"}]' },
  'replacement character': { body: '[{"name": "\ufffd"}]' },
  'long header': { fields: { 'x-long': 'a'.repeat(200_000) } },
  trailer: { fields: { 'transfer-encoding': 'chunked', trailer: 'X-Checksum' } },
  gzip: { body: gzipSync('[{"name": "Aloe vera"}]'), fields: { 'content-encoding': 'gzip' } },
  'good error': { status: 400, body: '{"error": 400.0, "message": "no"}' },
  'unauthorized in HTML': { status: 401, type: 'text/html', body: '<p>' },
  'moved for good': { status: 301, fields: { location: '/elsewhere/plants' }, body: '' },
  'name is a number': { body: '[{"name": 42}]' },
  'many wrong names': { body: JSON.stringify(Array.from({ length: 200 }, () => ({ name: 42 }))) },
  'error is a string': { status: 400, body: '{"error": "400", "message": "no"}' },
  'error past int32': { status: 400, body: '{"error": 2147483648, "message": "no"}' },
  html: { type: 'text/html', body: '<p>' },
  created: { status: 201 },
  'not implemented': { status: 501 },
  throttled: { status: 429 },
  'cut JSON': { body: '[{"name":' },
  'malformed type': { type: 'json;;' },
  'type sent twice': { type: 'application/json, application/json' },
}

/** Starts a server that runs until the end of the test. Resolves to its origin, and the requests' paths and queries, in order. */
export async function startSmallServer(
  onRequest: () => void = () => {},
): Promise<{ origin: string; received: string[] }> {
  const received: string[] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    onRequest()
    received.push(request.url ?? '')
    const name = String(request.headers['x-answer'] ?? 'good')
    if (name === 'hang up') {
      response.destroy()
      return
    }
    const { status = 200, type = 'application/json', body = '[]', fields = {} } = ANSWERS[name] ?? {}
    response.writeHead(status, { 'content-type': type, ...fields }).end(body)
  })
  return { origin: `http://127.0.0.1:${await listen(server)}`, received }
}

export function engineRequest(answer: string, probe: Partial<Probe> = {}): EngineRequest {
  const value = `Bearer ${token}`
  return {
    status: ANSWERS[answer]?.status ?? 200,
    probe: testProbe({
      id: answer,
      credential: {
        kind: 'valid',
        label: 'the token',
        fields: [{ name: 'Authorization', value, shell: '' }],
      },
      fields: [['X-Answer', answer]],
      ...probe,
    }),
  }
}

/** The names of correct responses, which no engine may report. */
export const correctAnswers = [
  'good',
  'charset in the type',
  'more members',
  'replacement character',
  'long header',
  'gzip',
  'good error',
]

export const noToken = { kind: 'none', label: 'no token', fields: [] } as const

/** Starts an engine, lets it judge the requests, and stops it. */
export async function judgeWith(
  start: StartEngine,
  url: string,
  requests: readonly EngineRequest[],
  fields: readonly Field[] = [],
): Promise<EngineOutcome> {
  const engine = start({ contract: readContract(), timeout: 2_000 })
  const client = createTestClient({ fields })
  try {
    return await engine.judge(requests, { url, forward: client.forward })
  } finally {
    await engine.stop()
    client.close()
  }
}

export function createTestClient(different: Partial<Parameters<typeof createClient>[0]> = {}): Client {
  return createClient({
    timeout: 2_000,
    fields: [],
    userAgent: 'kit/0',
    resolutions: [],
    bodyLimit: BODY_LIMIT,
    memory: 2 ** 20,
    patience: 0,
    ...different,
  })
}

/** Lists an outcome's claims, one line each: the name of the response and the subject of the claim. */
export function listClaims({ claims, exchanges }: EngineOutcome): string[] {
  return [...new Set(claims.map((claim) => `${exchanges[claim.exchange]?.probe.id}: ${claim.about}`))].sort()
}
