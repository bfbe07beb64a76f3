import type { Difference } from '../../contract-tests/implementations/implementation.ts'
import { startImplementation } from '../../contract-tests/implementations/startImplementation.ts'
import type { Report } from '../../src/harness/report.ts'
import { serveImplementation } from '../../src/prove/serveImplementation.ts'
import { type Options, verify } from '../../src/verify.ts'

/** What a page must never obey, in every place where a server can write. */
const ATTACK = `"><img src=x onerror="alert(1)"></code><script>alert('plants')</script>`

/** A server that breaks many requirements at once. */
const broken: Difference = {
  respond: (_request, correct) => ({
    ...correct,
    headers: {
      ...correct.headers,
      'Content-Type': 'text/html',
      Date: 'yesterday',
      ETag: 'unquoted',
      'Retry-After': 'soon',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Credentials': 'true',
      'Cache-Control': 'public, max-age=60',
      Server: 'Express/4.18.2',
      ...(correct.status === 401 && { 'WWW-Authenticate': '' }),
    },
    body: correct.status === 200 ? '[{"name":42,"tag":null},{"tag":"house"},]' : '{"error":"Bad \n Request"}',
  }),
}

/** A server that attacks whatever shows its responses. */
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
  'at-once': 'no-answer-in-company',
  bytes: 'gzip-declared-only',
  'many-violations': broken,
  hostile,
}

/** The report of a real run against one of these servers, or of a run that lacks a token and an engine. */
export async function recordReport(name: string): Promise<Report> {
  const chosen = servers[name]
  const server =
    typeof chosen === 'string'
      ? await serveImplementation('fault', chosen, 0)
      : await startImplementation(chosen ?? {})
  if (server === undefined) throw new Error(`no fault ${chosen}`)
  const { baseUrl, token, close } = server
  const options: Options = name === 'incomplete' ? { engines: ['probes'] } : { token, engines: ['probes'] }
  try {
    return await verify(baseUrl, options)
  } finally {
    await close()
  }
}

export const reportNames: readonly string[] = [...Object.keys(servers), 'incomplete']
