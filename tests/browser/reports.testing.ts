import type { Difference } from '../../contract-tests/implementations/implementation.ts'
import { startImplementation } from '../../contract-tests/implementations/startImplementation.ts'
import type { Report } from '../../src/judge/report.ts'
import { serveImplementation } from '../../src/prove/serveImplementation.ts'
import { type Options, verify } from '../../src/verify.ts'

/** HTML that a page must never execute, in every text from a server. */
const ATTACK = `"><img src=x onerror="alert(1)"></code><script>alert('plants')</script>`

const wrongPlants = [
  { name: 'Aloe vera', tag: null },
  { name: 42, tag: 'house' },
  { tag: ['garden'] },
  'Ficus',
]

/** A server that breaks many requirements: it ignores tokens and limits, and sends wrong plants, errors and headers. */
const broken: Difference = {
  respond: ({ query }, correct) => ({
    status: query.includes('%') ? 500 : correct.status === 401 ? 200 : correct.status,
    headers: {
      ...correct.headers,
      'Content-Type': correct.status === 400 ? 'text/html' : 'application/json; charset=latin1',
      Date: 'yesterday',
      ETag: 'unquoted',
      'Retry-After': 'soon',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Credentials': 'true',
      'Cache-Control': 'public, max-age=60',
      'Strict-Transport-Security': 'forever',
      Server: 'Express/4.18.2',
    },
    body:
      correct.status === 200 || correct.status === 401
        ? JSON.stringify(wrongPlants)
        : '{"error":"Bad request at com.example.PlantStore.list(PlantStore.java:42)"}',
  }),
}

/** A server that attacks every program that shows its responses. */
const hostile: Difference = {
  respond: (_request, correct) => ({
    ...correct,
    headers: { ...correct.headers, 'X-Attack': ATTACK, Location: 'javascript:alert(1)', ETag: ATTACK },
    body: JSON.stringify([{ name: 1, tag: `${ATTACK}\u202eedirrevo ${'long'.repeat(300)}` }, ATTACK]),
  }),
}

const servers: Readonly<Record<string, string | Difference>> = {
  conformant: {},
  'one-violation': 'limit-off-by-one',
  redirect: 'redirect-drops-query',
  bytes: 'json-latin-1',
  'many-violations': broken,
  hostile,
}

/** Returns the report on a real run against one of these servers, or on a run without a token and an engine. */
export async function recordReport(name: string): Promise<Report> {
  const chosen = servers[name]
  const server =
    typeof chosen === 'string'
      ? await serveImplementation('fault', chosen, 0)
      : await startImplementation(chosen ?? {})
  if (server === undefined) throw new Error(`no fault ${chosen}`)
  const { baseUrl, token, close } = server
  const options: Options = {
    engines: ['probes'],
    name: 'staging',
    strict: name === 'many-violations',
    ...(name !== 'incomplete' && { token }),
  }
  try {
    return await verify(baseUrl, options)
  } finally {
    await close()
  }
}

export const reportNames: readonly string[] = [...Object.keys(servers), 'incomplete']
