import type { WireFault } from '../mock/scenarios/override.ts'
import { Body, PlantCards, parsePlants } from './body.tsx'
import { explainFault } from './faults.ts'
import type { ReceivedResponse, RequestOutcome } from './sendRequest.ts'
import { Disclosure, formatBytes, formatDuration, formatPlants, Pairs, toneOf } from './ui.tsx'

/** How a request ended, in words. */
export type Result = {
  title: string
  /** The CSS class of the title. */
  tone: string
  facts: readonly string[]
  /** What went wrong. */
  problem?: string
  response?: ReceivedResponse
}

/** Describes how a request ended, and which fault of the mock broke it. */
export function describeResult(outcome: RequestOutcome, fault: WireFault | undefined): Result {
  if (outcome.kind === 'cancelled')
    return { title: 'Stopped', tone: '', facts: [`after ${formatDuration(outcome.after)}`] }
  if (outcome.kind === 'refused')
    return { title: 'Not sent', tone: 'bad', facts: [], problem: outcome.message }
  if (outcome.kind === 'failed') {
    const problem = explainFault(fault)
    return { title: 'No response', tone: 'bad', facts: [formatDuration(outcome.after)], problem }
  }
  const { response } = outcome
  const { status, statusText, body, bytes, headersAfter, after } = response
  const plants = parsePlants(body)
  const facts = [
    ...(plants ? [formatPlants(plants.length)] : []),
    formatDuration(after),
    ...(after - headersAfter > 20 ? [`headers after ${formatDuration(headersAfter)}`] : []),
    formatBytes(bytes),
  ]
  const title = `${status} ${statusText}`.trim()
  if (outcome.kind === 'complete') return { title, tone: toneOf(status), facts, response }
  const problem = `The body is incomplete. ${explainFault(fault)}`
  return { title, tone: 'bad', facts, problem, response }
}

/** Headers in which the mock explains its response, and their labels. */
const EXPLANATIONS = [
  ['x-plant-store-rule', 'Rule'],
  ['preference-applied', 'Applied'],
  ['x-plant-store-ignored', 'Ignored'],
  ['x-plant-store-hint', 'Hint'],
  ['x-plant-store-violation', 'Violation'],
] as const

export function Response({ result: { title, tone, facts, problem, response } }: { result: Result }) {
  return (
    <>
      <p class="result-line">
        <strong class={`status ${tone}`}>{title}</strong>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {problem && <p class="notice bad">{problem}</p>}
      {response && <Received key={response.after} {...response} />}
    </>
  )
}

function Received({ headers, body }: ReceivedResponse) {
  const plants = parsePlants(body)
  const values = new Map(headers)
  const explanations = EXPLANATIONS.map(([name, label]) => [label, values.get(name)] as const)
  return (
    <>
      <Pairs class="explanations" pairs={explanations} />
      <div class="disclosures">
        {plants && (
          <Disclosure label="JSON">
            <Body body={body} />
          </Disclosure>
        )}
        <Disclosure label={`Headers ${headers.length}`}>
          <Pairs pairs={headers} />
        </Disclosure>
      </div>
      {plants ? <PlantCards plants={plants} /> : <Body body={body} />}
    </>
  )
}
