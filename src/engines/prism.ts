import { writeFileSync } from 'node:fs'
import { get, type RequestOptions } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { Contract } from '../contract/contract.ts'
import { shorten } from '../contract/words.ts'
import type { Claim } from '../judge/transcript.ts'
import type { StartEngine } from '../record/engine.ts'
import { HEAD_LIMIT } from '../record/http/connection.ts'
import { findScript, startChild } from './child.ts'
import type { Outcome } from './passThrough.ts'
import {
  addExchange,
  createEngine,
  type EnginePlace,
  type EngineResults,
  type EngineSession,
} from './startEngine.ts'

/** Prism as an engine: the kit sends requests through Prism's validation proxy to the pass-through server. */
export const startPrism: StartEngine = createEngine('prism', startProxy)

/** The timeout for Prism's response, as a multiple of the timeout for a request to the target. */
const PATIENCE = 5
/** If Prism closes a connection, the kit waits this many milliseconds to see whether Prism's process ends. */
const ENDING = 200

function startProxy({ contract, timeout, manifest, folder, passThrough, port }: EnginePlace): EngineSession {
  const description = join(folder, 'contract.json')
  const { text, statuses } = describeOperation(contract)
  writeFileSync(description, text)
  const listening = Promise.withResolvers<number>()
  let output = ''
  /** Aborts the current request when Prism can no longer answer it. */
  let lost = new AbortController()
  const child = startChild(findScript('prismChild'), [manifest, description, `http://127.0.0.1:${port}`], {
    folder,
    onMessage(message) {
      listening.reject(new Error((message as { reason: string }).reason))
      lost.abort()
    },
    onOutput(printed) {
      output = (output + printed).slice(-1_000)
      const address = /Prism is listening on http:\/\/[^\s:]+:(\d+)/.exec(output)?.[1]
      if (address !== undefined) listening.resolve(Number(address))
    },
  })
  return {
    child,
    ready: listening.promise.then(() => {}),
    judge: async (requests, target, results) => {
      const address = await listening.promise
      // Send one request at a time, so that the kit knows which request was lost, and so that the order is the same in each run.
      for (const request of requests) {
        if (!canJudge(request.status, statuses)) {
          results.leftOut.push(`status ${request.status}`)
          continue
        }
        const { query, headers, outcome } = passThrough.admit(request, target, ({ status }) =>
          canJudge(status, statuses) ? undefined : `status ${status} when the request was repeated`,
        )
        lost = new AbortController()
        const signal = AbortSignal.any([lost.signal, AbortSignal.timeout(timeout * PATIENCE)])
        try {
          const answer = await ask({ port: address, path: contract.operation.path + query, headers, signal })
          recordAnswer(answer, outcome(), results)
        } catch (error) {
          // If Prism's process has ended, let the engine fail with this reason.
          if (!signal.aborted && (await Promise.race([child.ended, pause(ENDING)]))) throw error
          results.unreadable.push(request.probe.id)
        }
      }
    },
  }
}

/** Returns the contract for Prism, with a server on this machine instead of the contract's servers, and the documented statuses. */
function describeOperation({ document, operation: { path } }: Contract) {
  const { paths = {} } = document as OpenAPIV3_1.Document
  const { servers: _, get: operation, ...item } = paths[path] ?? {}
  const { servers: __, ...described } = operation ?? { responses: {} }
  const servers = [{ url: 'http://127.0.0.1' }]
  const shown = { ...document, servers, paths: { [path]: { ...item, get: described } } }
  // Remove references to other files: the kit does not read these files, but Prism would download them.
  const text = JSON.stringify(shown, (key, value) =>
    key === '$ref' && !/^#/.test(value) ? undefined : value,
  )
  return { text, statuses: Object.keys(described.responses ?? {}) }
}

/** Whether Prism judges this status. Prism replaces a 501, follows redirects, and accepts all other undocumented errors. */
function canJudge(status: number, statuses: readonly string[]): boolean {
  const names = [String(status), `${Math.floor(status / 100)}XX`, 'default']
  return status < 300 || (status >= 400 && status !== 501 && names.some((name) => statuses.includes(name)))
}

type Answer = { status: number; violations: string | undefined }

/** Sends one GET to Prism. Rejects if the response is not complete, or when aborted. */
function ask(options: RequestOptions): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  // Use a new connection, because Prism may close an idle one. The head of Prism's response also contains Prism's violations.
  get({ ...options, host: '127.0.0.1', agent: false, maxHeaderSize: 2 * HEAD_LIMIT }, (message) => {
    const { statusCode: status = 0, headersDistinct } = message
    const [violations] = headersDistinct['sl-violations'] ?? []
    message.on('error', reject).on('end', () => resolve({ status, violations }))
    message.resume()
  }).on('error', reject)
  return promise
}

function recordAnswer(
  { status, violations }: Answer,
  received: Outcome = { problem: 'Prism did not send the request' },
  results: EngineResults,
): void {
  if ('problem' in received) results.unjudged.push(received.problem)
  // If Prism cannot read the target's response, it sends a response of its own, with another status.
  else if (status !== received.response.status) results.unreadable.push(received.probe.id)
  else addExchange(results, received, violations === undefined ? [] : readViolations(violations))
}

type PrismViolation = { location: string[]; severity: string; message: string }

/** Reads the value of Prism's header: the violations that Prism found in a response. */
export function readViolations(value: string): Omit<Claim, 'exchange'>[] {
  try {
    const violations: PrismViolation[] = JSON.parse(value)
    // Ignore violations in the kit's own request, and warnings about undocumented statuses, which the contract allows.
    const statements = violations
      .filter(({ location, severity }) => location[0] === 'response' && severity === 'Error')
      .map((violation) => ({ about: findSubject(violation), message: String(violation.message) }))
    // If the media type is wrong, Prism does not parse the body as JSON, and wrongly reports that the body is a string.
    return statements.some(({ about }) => about === 'media type')
      ? statements.filter(({ about }) => about !== 'body')
      : statements
  } catch {
    // The value is not JSON if Prism found so many violations in the body that it cut its list, or if the server sent this header itself.
    return [{ about: 'body', message: shorten(value, 200) }]
  }
}

function findSubject({ location, message }: PrismViolation): Claim['about'] {
  if (location.includes('body')) return 'body'
  return /status code/i.test(message) ? 'status' : 'media type'
}
