import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Contract } from '../contract/contract.ts'
import { isMap } from '../contract/jsonPointer.ts'
import type { DocumentedResponse } from '../contract/operation.ts'
import { fieldValues, type Probe } from '../judge/exchange.ts'
import type { Claim } from '../judge/transcript.ts'
import type { EngineRequest, StartEngine } from '../record/engine.ts'
import { findScript, startChild } from './child.ts'
import type { AdmittedRequest } from './passThrough.ts'
import {
  addExchange,
  createEngine,
  type EnginePlace,
  type EngineResults,
  type EngineSession,
} from './startEngine.ts'

/** Dredd as an engine: Dredd sends the requests as its transactions, and validates the responses with the contract's schemas. */
export const startDredd: StartEngine = createEngine('dredd', startDreddProcess)

/** The description for Dredd. An operation is enough, because the kit chooses the requests, and Dredd refuses some valid contracts. */
const DESCRIPTION = {
  openapi: '3.0.3',
  info: { title: 'Plants', version: '1' },
  paths: { '/plants': { get: { responses: { 200: { description: 'Plants' } } } } },
}

function startDreddProcess({ contract, manifest, folder, passThrough, port }: EnginePlace): EngineSession {
  const description = join(folder, 'contract.yaml')
  writeFileSync(description, JSON.stringify(DESCRIPTION))
  const ready = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<void>()
  // If Dredd cannot read the description, it exits before it is ready.
  finished.promise.catch(ready.reject)
  let record: (answer: DreddAnswer) => void = () => {}
  const child = startChild(findScript('dreddChild'), [manifest, description, `http://127.0.0.1:${port}`], {
    folder,
    onMessage(message) {
      const report = message as ChildMessage
      if (report.kind === 'ready') ready.resolve()
      else if (report.kind === 'answer') record(report)
      else if (report.reason === undefined) finished.resolve()
      else finished.reject(new Error(report.reason))
    },
  })
  return {
    child,
    ready: ready.promise,
    judge: async (requests, target, results) => {
      const transactions: Transaction[] = []
      const sent: DreddRequest[] = []
      for (const request of requests) {
        const expect = chooseExpectedStatus(request)
        if (expect === undefined) {
          results.leftOut.push(`status ${request.status}`)
          continue
        }
        const { query, headers, outcome } = passThrough.admit(request, target)
        const path = contract.operation.path + query
        sent.push({ id: String(transactions.length), path, headers, expect })
        transactions.push({ probe: request.probe, outcome })
      }
      record = createRecorder(transactions, results)
      child.send({ requests: sent, expected: describeExpectedResponses(contract) } satisfies Instructions)
      await finished.promise
    },
  }
}

/** The message to a child process that is ready: the requests to send, and the expected responses by status. */
export type Instructions = { requests: DreddRequest[]; expected: Record<string, ExpectedResponse> }

/** `expect` is the expected status. */
type DreddRequest = { id: string; path: string; headers: Record<string, string>; expect: string }

/** A documented response in Dredd's terms. `bodySchema` is a JSON Schema as a string. */
type ExpectedResponse = { status: number; mediaType: string; bodySchema: string }

/** A message from the child about one request: whether Dredd received and judged the response, and the errors that Dredd found in it. */
export type DreddAnswer = {
  kind: 'answer'
  id: string
  judged: boolean
  errors: { field: string; message: string }[]
}

/** A message from the child. If it has a `reason`, Dredd has failed. */
export type ChildMessage = { kind: 'ready' } | DreddAnswer | { kind: 'end' | 'lost'; reason?: string }

/** The probe that a request of Dredd repeats, and the outcome of this request. */
type Transaction = { probe: Probe; outcome: AdmittedRequest['outcome'] }

/** Returns the expected status of a request, or undefined if the contract does not determine the status. */
function chooseExpectedStatus({ probe, status }: EngineRequest): string | undefined {
  if (status === 200 || status === 400) return String(status)
  return mustSucceed(probe, status) ? '200' : undefined
}

/** Statuses that depend on the user or the load, or that may come from a proxy. */
const CIRCUMSTANCES = [401, 403, 407, 408, 429, 502, 503, 504]

/** Whether a response with an undocumented status violates the contract, because the request must succeed. */
function mustSucceed({ credential, limit }: Probe, status: number): boolean {
  const valid = credential.kind === 'valid' && (limit === 'absent' || limit === 'positive')
  return valid && !CIRCUMSTANCES.includes(status) && (status < 300 || status >= 400)
}

const SUBJECTS: Record<string, Claim['about']> = { statusCode: 'status', headers: 'media type', body: 'body' }
/** Content codings that Dredd's client can decode. */
const DECODED = ['', 'identity', 'gzip', 'deflate']

/** Returns a function that adds Dredd's answers to the results. */
function createRecorder(
  transactions: readonly Transaction[],
  results: EngineResults,
): (answer: DreddAnswer) => void {
  const { unjudged, unreadable } = results
  return ({ id, judged, errors }) => {
    const transaction = transactions[Number(id)]
    const exchange = transaction?.outcome() ?? { problem: 'no response' }
    if ('problem' in exchange) return void unjudged.push(exchange.problem)
    if (!judged || !transaction) return void unreadable.push(exchange.probe.id)
    const { status, fields } = exchange.response
    const coding = fieldValues(fields, 'content-encoding').join()
    if (!DECODED.includes(coding.toLowerCase())) return void unjudged.push(`content coding ${coding}`)
    const documented = status === 200 || status === 400
    if (!documented && !mustSucceed(transaction.probe, status))
      return void unjudged.push(`status ${status} when the request was repeated`)
    // The contract requires neither a media type nor a body for undocumented responses.
    const found = documented ? errors : errors.filter(({ field }) => field === 'statusCode')
    const claims = found.map(({ field, message }) => ({ about: SUBJECTS[field] ?? 'body', message }))
    addExchange(results, exchange, claims)
  }
}

/**
 * Describes the documented responses for Dredd, by status. Dredd validates a body against a schema, but knows only JSON Schema up to
 * draft-07 and no OpenAPI formats, so int32 becomes a range. Newer keywords may cause wrong claims, which the kit's own checks do not
 * confirm.
 */
function describeExpectedResponses({ plants, error }: Contract): Record<string, ExpectedResponse> {
  const convert = ({ status, mediaType, schema }: DocumentedResponse): ExpectedResponse => {
    const bodySchema = JSON.stringify({ $schema: DRAFT, ...Object(schema.value) }, (_, value: unknown) =>
      isMap(value) && typeof value.format === 'string' ? replaceFormat(value) : value,
    )
    return { status, mediaType, bodySchema }
  }
  return { 200: convert(plants), 400: convert(error) }
}

const DRAFT = 'http://json-schema.org/draft-07/schema#'
const RANGES: Record<string, object> = {
  int32: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  int64: { minimum: -(2 ** 63), maximum: 2 ** 63 },
}

function replaceFormat({ format, ...schema }: Record<string, unknown>): object {
  return { ...RANGES[String(format)], ...schema }
}
