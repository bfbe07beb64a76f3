import { duration } from '../ui/duration.ts'
import { element } from '../ui/element.ts'
import { statusClass } from '../ui/statusClass.ts'
import { visible } from '../ui/visible.ts'
import { bodyView, plantsIn } from './body.ts'
import { explain } from './faults.ts'
import type { Answer, Outcome } from './send.ts'

/** What came of a request: a line for everybody, and the nodes that show it. */
export function answerView(outcome: Outcome, fault: string | undefined): { line: string; nodes: Node[] } {
  switch (outcome.kind) {
    case 'answer': {
      const line = lineOf(outcome.answer)
      return { line, nodes: [headline(outcome.answer), ...detail(outcome.answer)] }
    }
    case 'broken': {
      const why = `${explain(fault)} The browser handed over ${handedOver(outcome.answer)}.`
      return {
        line: `The body broke off. ${why}`,
        nodes: [headline(outcome.answer), notice('The body broke off', why), ...detail(outcome.answer)],
      }
    }
    case 'failed': {
      const why = `${explain(fault)} It took ${duration(outcome.after)}.`
      return { line: `Network failure. ${why}`, nodes: [notice('Network failure', why)] }
    }
    case 'cancelled': {
      const why = `You stopped waiting after ${duration(outcome.after)}.`
      return { line: why, nodes: [element('p', { class: 'quiet' }, why)] }
    }
    case 'unsendable':
      return { line: `Not sent. ${outcome.why}`, nodes: [notice('Not sent', outcome.why)] }
  }
}

function handedOver({ bytes }: Answer): string {
  return bytes === 0 ? 'none of it' : `${bytes.toLocaleString('en')} bytes of it`
}

function lineOf({ status, statusText, body, after }: Answer): string {
  const plants = plantsIn(body)
  const count = plants === undefined ? '' : `, ${countOf(plants)}`
  return `${status} ${statusText}${count}, ${duration(after)}`
}

function headline({ status, statusText, body, bytes, headAfter, after }: Answer): HTMLElement {
  const plants = plantsIn(body)
  const waited = after - headAfter > 20 ? `, head after ${duration(headAfter)}` : ''
  return element(
    'p',
    { class: 'headline' },
    element('strong', { class: statusClass(status) }, `${status} ${statusText}`.trim()),
    plants === undefined ? undefined : element('span', {}, countOf(plants)),
    element('span', { class: 'quiet' }, `${duration(after)}${waited}`),
    element('span', { class: 'quiet' }, `${bytes.toLocaleString('en')} bytes`),
  )
}

function countOf(plants: number): string {
  return `${plants.toLocaleString('en')} ${plants === 1 ? 'plant' : 'plants'}`
}

function notice(title: string, text: string): HTMLElement {
  return element('div', { class: 'notice bad' }, element('strong', {}, title), element('p', {}, text))
}

/** Fields that the mock explains itself with, and what they are called here. */
const EXPLAINED = [
  ['x-plant-store-rule', 'Rule'],
  ['preference-applied', 'Applied'],
  ['x-plant-store-ignored', 'Ignored'],
  ['x-plant-store-hint', 'Hint'],
] as const

function detail({ headers, body }: Answer): Node[] {
  const fields = new Map(headers)
  const explained = EXPLAINED.flatMap(([field, name]) => {
    const value = fields.get(field)
    return value === undefined ? [] : [pair(name, value)]
  })
  return [
    ...(explained.length > 0 ? [element('dl', { class: 'pairs explained' }, ...explained)] : []),
    element(
      'details',
      { class: 'headers' },
      element('summary', { class: 'small' }, `Headers (${headers.length})`),
      element('dl', { class: 'pairs' }, ...headers.map(([name, value]) => pair(name, value))),
    ),
    bodyView(body),
  ]
}

function pair(name: string, value: string): HTMLElement {
  return element('div', {}, element('dt', {}, name), element('dd', {}, ...visible(value)))
}
