import type { ComponentChildren } from 'preact'
import type { WireFault } from '../mock/scenarios/override.ts'
import { Body, PlantCards, parsePlants } from './body.tsx'
import { explainFault } from './faults.ts'
import type { ReceivedResponse, RequestOutcome } from './sendRequest.ts'
import { formatBytes, formatDuration, formatPlants, Pairs, statusClass, Tabs } from './ui.tsx'

type Ending = { outcome: RequestOutcome; fault: WireFault | undefined }

/** How a request ended. */
export function Response({ outcome, fault }: Ending) {
  switch (outcome.kind) {
    case 'complete':
      return <Received {...outcome.response} />
    case 'incomplete':
      return (
        <Received {...outcome.response} isBroken>
          <Problem title="Incomplete body" text={explainIncomplete(outcome.response, fault)} />
        </Received>
      )
    case 'failed':
      return <Problem title="No response" text={explainFailed(outcome.after, fault)} />
    case 'cancelled':
      return <p class="quiet">{explainStop(outcome.after)}</p>
    case 'refused':
      return <Problem title="The browser refused to send this request" text={outcome.message} />
  }
}

/** How a request ended, in a sentence for screen readers. */
export function describeOutcome(outcome: RequestOutcome, fault: WireFault | undefined): string {
  switch (outcome.kind) {
    case 'complete': {
      const { status, statusText, body, after } = outcome.response
      const plants = parsePlants(body)
      const count = plants === undefined ? '' : `, ${formatPlants(plants.length)}`
      return `${status} ${statusText}${count}, ${formatDuration(after)}`
    }
    case 'incomplete':
      return `Incomplete body. ${explainIncomplete(outcome.response, fault)}`
    case 'failed':
      return `No response. ${explainFailed(outcome.after, fault)}`
    case 'cancelled':
      return explainStop(outcome.after)
    case 'refused':
      return `The browser refused to send this request. ${outcome.message}`
  }
}

function explainIncomplete({ bytes }: ReceivedResponse, fault: WireFault | undefined): string {
  const part = bytes === 0 ? 'none of the body' : `${bytes.toLocaleString('en')} bytes of the body`
  return `${explainFault(fault)} The browser received ${part}.`
}

function explainFailed(after: number, fault: WireFault | undefined): string {
  return `${explainFault(fault)} Failed after ${formatDuration(after)}.`
}

function explainStop(after: number): string {
  return `Stopped after ${formatDuration(after)}.`
}

function Problem({ title, text }: { title: string; text: string }) {
  return (
    <div class="notice bad">
      <strong>{title}</strong>
      <p>{text}</p>
    </div>
  )
}

/** Headers in which the mock explains its response, and their labels. */
const EXPLANATIONS = [
  ['x-plant-store-rule', 'Rule'],
  ['preference-applied', 'Applied'],
  ['x-plant-store-ignored', 'Ignored'],
  ['x-plant-store-hint', 'Hint'],
  ['x-plant-store-violation', 'Violation'],
] as const

function Received({
  isBroken = false,
  children,
  ...response
}: ReceivedResponse & { isBroken?: boolean; children?: ComponentChildren }) {
  const { status, statusText, headers, body, bytes, headersAfter, after } = response
  const plants = parsePlants(body)
  const wait = after - headersAfter > 20 ? `, headers after ${formatDuration(headersAfter)}` : ''
  const values = new Map(headers)
  return (
    <Tabs
      // A new response starts at its first tab.
      key={after}
      label="Response"
      heading={
        <>
          <strong class={isBroken ? 'status bad' : statusClass(status)}>
            {`${status} ${statusText}`.trim()}
          </strong>
          {plants && <span>{formatPlants(plants.length)}</span>}
          <span class="quiet">{formatDuration(after) + wait}</span>
          <span class="quiet">{formatBytes(bytes)}</span>
        </>
      }
      tabs={[
        ...(plants ? [{ label: 'Plants', content: () => <PlantCards plants={plants} /> }] : []),
        { label: plants ? 'JSON' : 'Body', content: () => <Body body={body} /> },
        { label: `Headers ${headers.length}`, content: () => <Pairs pairs={headers} /> },
      ]}
    >
      {children}
      <Pairs
        class="explanations"
        pairs={EXPLANATIONS.map(([header, label]) => [label, values.get(header)])}
      />
    </Tabs>
  )
}
