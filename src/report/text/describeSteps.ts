import { pluralize } from '../../contract/words.ts'
import type { Evidence, Message, Step } from '../../judge/evidence/evidence.ts'
import { countColumns, padColumns } from './columns.ts'
import { escapeLine } from './escapeText.ts'
import { shorten } from './wrap.ts'

const MAX_LINES = 5
const REQUEST_WIDTH = 56
const BODY_WIDTH = 40
/** What is unusual about a request is a few words, but a report that was written elsewhere may have any text. */
const MOST_UNUSUAL = 1_000

/** The request that shows a violation, in words: `GET /plants?limit=1, no Accept`. */
export function describeRequest({ steps, unusual, request }: Evidence): string {
  const last = steps.length - 1
  const before = steps.slice(0, last).findLastIndex(({ note }) => note !== 'redirect')
  const first = steps[before + 1]
  const line = requestLine(first ? first.request.head : request)
  const parts = [shorten(line, 80), ...(unusual === undefined ? [] : [shorten(unusual, MOST_UNUSUAL)])]
  return escapeLine(parts.join(', '))
}

/** Every request of a sequence with its response, numbered; nothing for a single request. */
export function describeSteps({ steps }: Evidence, width: number): string[] {
  if (steps.length < 2) return []
  const credentials = new Set(steps.map(({ request }) => readCredential(request)))
  const lines = mergeMiddle(groupSteps(steps, credentials.size > 1)).map(formatGroup)
  const widest = Math.max(...lines.map(({ request }) => countColumns(request)))
  const digits = Math.max(...lines.map(({ number }) => number.length))
  return lines.map(({ number, request, response }) => {
    const start = `${number.padEnd(digits)}  ${padColumns(request, widest)}`
    return shorten(escapeLine(`${start}  → ${response}`), width)
  })
}

/** Steps that follow each other. Without a request, theirs differ. */
type Group = {
  request: string | undefined
  responses: readonly string[]
  from: number
  to: number
  isAtOnce: boolean
}

/** A group for each step, or for several that look the same or are sent at once. The last step is a group of its own. */
function groupSteps(steps: readonly Step[], showsCredential: boolean): Group[] {
  const groups: Group[] = []
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1
    const request = shorten(describeStep(step, showsCredential), REQUEST_WIDTH)
    const response = describeResponse(step, isLast)
    const previous = groups.at(-1)
    const isAtOnce = step.at !== undefined
    const isTogether = isAtOnce && step.at === steps[index - 1]?.at
    const isSame = previous?.request === request && previous.responses.at(-1) === response
    if (previous && !isLast && (isTogether || isSame))
      groups[groups.length - 1] = {
        ...previous,
        request: previous.request === request ? request : undefined,
        to: index + 1,
        responses: [...new Set([...previous.responses, response])],
      }
    else groups.push({ request, responses: [response], from: index + 1, to: index + 1, isAtOnce })
  }
  return groups
}

/** In a long sequence, the first and the last steps matter most. */
function mergeMiddle(groups: readonly Group[]): readonly Group[] {
  const middle = groups.slice(1, -1)
  const [first, ...others] = middle
  const last = others.at(-1)
  if (groups.length <= MAX_LINES || !first || !last) return groups
  const responses = [...new Set(middle.flatMap((each) => each.responses))]
  return [
    ...groups.slice(0, 1),
    { ...first, request: undefined, to: last.to, responses },
    ...groups.slice(-1),
  ]
}

function formatGroup({ request, responses, from, to, isAtOnce }: Group): {
  number: string
  request: string
  response: string
} {
  const count = to - from + 1
  const times =
    request === undefined || isAtOnce ? pluralize(count, 'request') : `${request} (${count} times)`
  return {
    number: count === 1 ? `${from}` : `${from}–${to}`,
    request:
      count === 1 && request !== undefined
        ? request + (isAtOnce ? ', at once' : '')
        : times + (isAtOnce ? ' at once' : ''),
    response: responses.join(', '),
  }
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

/** Its first line, and how it differs from the plain request. Credentials come first if the steps differ in them: a long line is cut. */
function describeStep({ request, unusual }: Step, showsCredential: boolean): string {
  const line = requestLine(request.head)
  const differences = unusual?.split(', ') ?? []
  if (!showsCredential) return [line, ...differences].join(', ')
  const credential = readCredential(request)
  const start = credential.startsWith('no ') ? credential : `with ${credential}`
  return `${start}: ${[line, ...differences.filter((each) => each !== start)].join(', ')}`
}

function readCredential({ head }: Message): string {
  return /^authorization: \((.*)\)$/im.exec(head)?.[1] ?? 'no token'
}
