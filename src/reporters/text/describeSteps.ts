import { pluralize } from '../../contract/pluralize.ts'
import type { Evidence, Message, Step } from '../../harness/report.ts'
import { countColumns, padColumns } from './columns.ts'
import { escapeLine } from './escapeText.ts'
import { shorten } from './wrap.ts'

const MAX_LINES = 8
const REQUEST_WIDTH = 44
const BODY_WIDTH = 40

/** The request that shows a violation, in words: `GET /plants?limit=1, no Accept`. */
export function describeRequest({ steps, unusual, request }: Evidence): string {
  const last = steps.length - 1
  const before = steps.slice(0, last).findLastIndex(({ note }) => note !== 'redirect')
  const first = steps[before + 1]
  const line = requestLine(first ? first.request.head : request)
  return escapeLine([shorten(line, 120), ...(unusual === undefined ? [] : [unusual])].join(', '))
}

/** Every request of a sequence with its response, numbered; nothing for a single request. */
export function describeSteps({ steps }: Evidence, width: number): string[] {
  if (steps.length < 2) return []
  const credentials = new Set(steps.map(({ request }) => readCredential(request)))
  const lines = groupSteps(steps, credentials.size > 1)
  const hidden = lines.length - MAX_LINES
  const shown = hidden > 0 ? [...lines.slice(0, MAX_LINES - 2), undefined, ...lines.slice(-1)] : lines
  const widest = Math.max(...shown.map((line) => countColumns(line?.request ?? '')))
  const digits = Math.max(...shown.map((line) => line?.number.length ?? 0))
  return shown.map((line) =>
    line === undefined
      ? `… ${hidden + 1} more`
      : shorten(
          escapeLine(
            `${line.number.padEnd(digits)}  ${padColumns(line.request, Math.min(widest, REQUEST_WIDTH))}  → ${line.response}`,
          ),
          width,
        ),
  )
}

type Line = { number: string; request: string; response: string }

/** A line for each step, or for several that look the same or are sent at once. The last step has a line of its own. */
function groupSteps(steps: readonly Step[], showsCredential: boolean): Line[] {
  const lines: { request: string; responses: string[]; from: number; to: number }[] = []
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1
    const credential = showsCredential ? `, ${readCredential(step.request)}` : ''
    const request = shorten(requestLine(step.request.head) + credential, REQUEST_WIDTH)
    const response = describeResponse(step, isLast)
    const previous = lines.at(-1)
    const isTogether = step.at !== undefined && step.at === steps[index - 1]?.at
    const isSame = previous?.request === request && previous.responses.at(-1) === response
    if (previous && !isLast && (isTogether || isSame)) {
      previous.to = index + 1
      if (!previous.responses.includes(response)) previous.responses.push(response)
    } else lines.push({ request, responses: [response], from: index + 1, to: index + 1 })
  }
  return lines.map(({ from, to, request, responses }) => {
    const count = to - from + 1
    const isAtOnce = steps[from - 1]?.at !== undefined
    return {
      number: count === 1 ? `${from}` : `${from}–${to}`,
      request: count > 1 && isAtOnce ? `${pluralize(count, 'request')} at once` : request,
      response: responses.join(', '),
    }
  })
}

function describeResponse({ response, failure, note }: Step, isLast: boolean): string {
  if (!response) return failure ?? 'no response'
  const [, status = ''] = /^HTTP\/\S+ +(\d+)/.exec(response.head) ?? []
  const location = /^location:.*$/im.exec(response.head)?.[0]
  const remark = note === undefined || note === 'redirect' ? [] : [`← ${note}`]
  const body = isLast ? describeBody(response) : ''
  return [status, location ?? body, ...(location === undefined ? [] : ['← redirect']), ...remark]
    .filter(Boolean)
    .join('  ')
}

function describeBody({ body }: Message): string {
  return body && 'text' in body ? shorten(body.text, BODY_WIDTH) : ''
}

function requestLine(head: string): string {
  return (head.split(/\r?\n/)[0] ?? '').replace(/ HTTP\/1\.1$/, '')
}

function readCredential({ head }: Message): string {
  return /^authorization: \((.*)\)$/im.exec(head)?.[1] ?? 'no token'
}
