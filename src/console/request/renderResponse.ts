import type { WireFault } from '../../mock/scenarios/effects.ts'
import { element } from '../ui/element.ts'
import { formatDuration } from '../ui/formatDuration.ts'
import { renderText } from '../ui/renderText.ts'
import { statusClass } from '../ui/statusClass.ts'
import { explainFault } from './faults.ts'
import { countPlants, formatPlants } from './plants.ts'
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
      return {
        announcement: summarise(response),
        nodes: [renderHeadline(response), ...renderDetails(response)],
      }
    }
    case 'incomplete': {
      const { response } = outcome
      const text = `${explainFault(fault)} The browser received ${describeReceivedPart(response)}.`
      return {
        announcement: `Incomplete body. ${text}`,
        nodes: [renderHeadline(response), renderNotice('Incomplete body', text), ...renderDetails(response)],
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
  const plants = countPlants(body)
  const count = plants === undefined ? '' : `, ${formatPlants(plants)}`
  return `${status} ${statusText}${count}, ${formatDuration(after)}`
}

function renderHeadline({
  status,
  statusText,
  body,
  bytes,
  headersAfter,
  after,
}: ReceivedResponse): HTMLElement {
  const plants = countPlants(body)
  const wait = after - headersAfter > 20 ? `, headers after ${formatDuration(headersAfter)}` : ''
  return element(
    'p',
    { class: 'headline' },
    element('strong', { class: statusClass(status) }, `${status} ${statusText}`.trim()),
    plants === undefined ? undefined : element('span', {}, formatPlants(plants)),
    element('span', { class: 'quiet' }, `${formatDuration(after)}${wait}`),
    element('span', { class: 'quiet' }, `${bytes.toLocaleString('en')} bytes`),
  )
}

function renderNotice(title: string, text: string): HTMLElement {
  return element('div', { class: 'notice bad' }, element('strong', {}, title), element('p', {}, text))
}

/** Headers in which the mock explains its response, and their labels. */
const EXPLANATIONS = [
  ['x-plant-store-rule', 'Rule'],
  ['preference-applied', 'Applied'],
  ['x-plant-store-ignored', 'Ignored'],
  ['x-plant-store-hint', 'Hint'],
] as const

function renderDetails({ headers, body }: ReceivedResponse): Node[] {
  const values = new Map(headers)
  const explanations = EXPLANATIONS.flatMap(([header, label]) => {
    const value = values.get(header)
    return value === undefined ? [] : [renderPair(label, value)]
  })
  return [
    ...(explanations.length > 0 ? [element('dl', { class: 'pairs explanations' }, ...explanations)] : []),
    element(
      'details',
      { class: 'headers' },
      element('summary', { class: 'small' }, `Headers (${headers.length})`),
      element('dl', { class: 'pairs' }, ...headers.map(([name, value]) => renderPair(name, value))),
    ),
    renderBody(body),
  ]
}

function renderPair(name: string, value: string): HTMLElement {
  return element('div', {}, element('dt', {}, name), element('dd', {}, ...renderText(value)))
}
