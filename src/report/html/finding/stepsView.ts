import type { Evidence, Message, Step } from '../../../judge/evidence/evidence.ts'
import { describeRequest } from '../../text/describeSteps.ts'
import { type Markup, markup, type Part } from '../markup/markup.ts'
import { describeRest, type Limits, shortenText } from '../markup/shorten.ts'
import { messageView } from './messageView.ts'

/** A longer sequence is folded but for its last step, which shows the violation. */
const MOST_OPEN = 3

/** Each request of a sequence beside its response. The last ones are shown if there are too many. */
export function stepsView({ steps, place }: Evidence, limits: Limits): Markup {
  const shown = steps.slice(-limits.steps)
  const hidden = steps.length - shown.length
  const connections = new Set(steps.map(({ connection }) => connection)).size
  const items = shown.map((step, index) => {
    const isLast = index === shown.length - 1
    const isOpen = isLast || shown.length <= MOST_OPEN
    return stepView({
      step,
      number: hidden + index + 1,
      of: steps.length,
      showConnection: connections > 1 || steps.length > 1,
      isOpen,
      limits,
      ...(isLast && place !== undefined && { place }),
    })
  })
  return markup`<ol class="steps">${
    hidden > 0 &&
    markup`<li class="rest">The first ${hidden} of ${steps.length} steps are in the JSON report.</li>`
  }${items}</ol>`
}

type StepOptions = {
  step: Step
  number: number
  of: number
  showConnection: boolean
  isOpen: boolean
  place?: Evidence['place']
  limits: Limits
}

function stepView({ step, number, of, showConnection, isOpen, place, limits }: StepOptions): Markup {
  const { request, response, failure, connection, at, note } = step
  const messages = markup`<div class="messages">
<div><h5>Request</h5>${messageView(request, undefined, limits)}</div>
<div><h5>Response</h5>${response && messageView(response, place, limits)}${
    failure !== undefined && markup`<p class="failure">${shortenText(failure, limits)}</p>`
  }</div>
</div>`
  if (of === 1) return markup`<li>${messages}</li>`
  return markup`<li><details class="step"${isOpen && markup` open`}><summary><span class="number">${number}</span><span class="line"><code>${requestLine(request)}</code> <span class="arrow">→</span> ${outcome(response, failure)}</span>${
    note !== undefined && markup`<span class="note">${shortenText(note, limits)}</span>`
  }${showConnection && markup`<span class="quiet">connection ${connection}${at !== undefined && ', at the same time'}</span>`}</summary>${messages}</details></li>`
}

const MOST_LINE = 120

/** `GET /plants?limit=1`, from the head of a request. */
function requestLine({ head }: Message): string {
  const [line = ''] = head.slice(0, 4 * MOST_LINE).split(/\r?\n/, 1)
  const text = line.replace(/ HTTP\/\d(\.\d)?$/, '')
  return text.length > MOST_LINE ? `${text.slice(0, MOST_LINE)}…` : text
}

function outcome(response: Message | undefined, failure: string | undefined): Part {
  if (response === undefined)
    return markup`<b class="status-5">${failure === undefined ? 'no response' : failure.slice(0, MOST_LINE)}</b>`
  const [, status = '', digit = ''] = /^HTTP\/\S+ +(([1-5])\d\d)(?!\d)/.exec(response.head) ?? []
  const [, location] = /\r?\n[Ll]ocation:[ \t]*([^\r\n]{1,200})/.exec(response.head.slice(0, 16_384)) ?? []
  return [
    status === '' ? markup`<b>no valid status</b>` : markup`<b class="status-${digit}">${status}</b>`,
    location !== undefined && markup` <code>Location: ${location}</code>`,
  ]
}

/** The requests of all examples but the first, folded. */
export function moreExamples(examples: readonly Evidence[], limits: Limits): Part {
  const others = examples.slice(1)
  const shown = Math.max(0, limits.examples - 1)
  if (others.length === 0) return undefined
  return [
    others
      .slice(0, shown)
      .map(
        (evidence) =>
          markup`<details class="more"><summary>Also: <code>${shortenText(describeRequest(evidence), limits)}</code></summary>${stepsView(evidence, limits)}</details>`,
      ),
    describeRest(others.length - shown, 'example'),
  ]
}
