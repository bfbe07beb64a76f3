import type { WireFault } from '../../mock/scenarios/override.ts'
import { parsePlants } from '../plants/parsePlants.ts'
import { renderPlants } from '../plants/renderPlants.ts'
import { createTabs, type Tab } from '../ui/createTabs.ts'
import { element } from '../ui/element.ts'
import { formatBytes, formatDuration, formatPlants } from '../ui/format.ts'
import { renderPairs } from '../ui/renderPairs.ts'
import { statusClass } from '../ui/statusClass.ts'
import { explainFault } from './faults.ts'
import { renderBody } from './renderBody.ts'
import type { ReceivedResponse, RequestOutcome } from './sendRequest.ts'

/** Renders how a request ended: a line to announce, and the nodes to show. */
export function renderResponse(
  outcome: RequestOutcome,
  fault: WireFault | undefined,
): { announcement: string; nodes: Node[] } {
  switch (outcome.kind) {
    case 'complete': {
      const { response } = outcome
      return { announcement: summarise(response), nodes: renderReceived(response) }
    }
    case 'incomplete': {
      const { response } = outcome
      const text = `${explainFault(fault)} The browser received ${describeReceivedPart(response)}.`
      return {
        announcement: `Incomplete body. ${text}`,
        nodes: renderReceived(response, renderNotice('Incomplete body', text)),
      }
    }
    case 'failed': {
      const text = `${explainFault(fault)} Failed after ${formatDuration(outcome.after)}.`
      return { announcement: `No response. ${text}`, nodes: [renderNotice('No response', text)] }
    }
    case 'cancelled': {
      const text = `Stopped after ${formatDuration(outcome.after)}.`
      return { announcement: text, nodes: [element('p', { class: 'quiet' }, text)] }
    }
    case 'refused':
      return {
        announcement: `The browser refused to send this request. ${outcome.message}`,
        nodes: [renderNotice('The browser refused to send this request', outcome.message)],
      }
  }
}

function describeReceivedPart({ bytes }: ReceivedResponse): string {
  return bytes === 0 ? 'none of the body' : `${bytes.toLocaleString('en')} bytes of the body`
}

function summarise({ status, statusText, body, after }: ReceivedResponse): string {
  const plants = parsePlants(body)
  const count = plants === undefined ? '' : `, ${formatPlants(plants.length)}`
  return `${status} ${statusText}${count}, ${formatDuration(after)}`
}

function renderNotice(title: string, text: string): HTMLElement {
  return element('div', { class: 'notice bad' }, element('strong', {}, title), element('p', {}, text))
}

function renderReceived(response: ReceivedResponse, notice?: HTMLElement): Node[] {
  const { status, statusText, headers, body, bytes, headersAfter, after } = response
  const plants = parsePlants(body)
  const wait = after - headersAfter > 20 ? `, headers after ${formatDuration(headersAfter)}` : ''
  const views: Tab[] = [
    ...(plants === undefined ? [] : [{ label: 'Plants', render: () => renderPlants(plants) }]),
    { label: plants === undefined ? 'Body' : 'JSON', render: () => renderBody(body) },
    { label: `Headers ${headers.length}`, render: () => renderPairs(headers) },
  ]
  const { list, panel } = createTabs('Response', views)
  const head = element(
    'div',
    { class: 'headline' },
    element(
      'strong',
      { class: notice ? 'status bad' : statusClass(status) },
      `${status} ${statusText}`.trim(),
    ),
    plants === undefined ? undefined : element('span', {}, formatPlants(plants.length)),
    element('span', { class: 'quiet' }, `${formatDuration(after)}${wait}`),
    element('span', { class: 'quiet' }, formatBytes(bytes)),
    list,
  )
  return [head, ...(notice ? [notice] : []), renderExplanations(headers), panel]
}

/** Headers in which the mock explains its response, and their labels. */
const EXPLANATIONS = [
  ['x-plant-store-rule', 'Rule'],
  ['preference-applied', 'Applied'],
  ['x-plant-store-ignored', 'Ignored'],
  ['x-plant-store-hint', 'Hint'],
  ['x-plant-store-violation', 'Violation'],
] as const

function renderExplanations(headers: ReceivedResponse['headers']): HTMLElement {
  const values = new Map(headers)
  const pairs = renderPairs(EXPLANATIONS.map(([header, label]) => [label, values.get(header)]))
  pairs.classList.add('explanations')
  return pairs
}
