import type { Message, Place } from '../../../judge/evidence/evidence.ts'
import { type Markup, markup, type Part } from '../markup/markup.ts'
import { countOf, type Limits } from '../markup/shorten.ts'
import { hexView } from './hexView.ts'
import { showPart, textWindow } from './textWindow.ts'

/** A request or a response, with the wrong place marked. */
export function messageView(message: Message, place: Place | undefined, limits: Limits): Markup {
  return markup`${headView(message.head, place?.part === 'head' ? place : undefined, limits)}${bodyView(
    message,
    place?.part === 'body' ? place : undefined,
    limits,
  )}`
}

/** A longer head is shown like a body. */
const MOST_HEAD = 4000

function headView(head: string, place: Place | undefined, limits: Limits): Markup {
  const text = head.trimEnd()
  if (text.length > Math.min(limits.body, MOST_HEAD))
    return markup`<div class="code head">${textWindow(text, place, limits, 'head')}</div>`
  const [startLine = ''] = text.split(/\r?\n/, 1)
  const end = startLine.length
  return markup`<div class="code head"><b class="${statusClass(startLine)}">${showPart(text, 0, end, place, 'head')}</b>${showPart(text, end, text.length, place, 'head')}</div>`
}

/** `status-4` for a 404, and nothing for a request. */
function statusClass(startLine: string): string {
  const [, digit] = /^HTTP\/\S+ +([1-5])\d\d(?!\d)/.exec(startLine) ?? []
  return digit === undefined ? 'start' : `start status-${digit}`
}

function bodyView({ body, bodyBytes }: Message, place: Place | undefined, limits: Limits): Part {
  if (body === undefined) return undefined
  const isText = 'text' in body
  if (isText && body.text === '' && bodyBytes === undefined) return undefined
  return markup`<div class="code body">${
    isText ? textWindow(body.text, place, limits, 'body') : hexView(body.base64, place, limits)
  }</div>${caption(body, bodyBytes)}`
}

/** The most of a body that a report has. */
const MOST_BODY = 65_536

function caption(body: NonNullable<Message['body']>, bodyBytes: number | undefined): Part {
  if (bodyBytes === undefined) return undefined
  const size = countOf(bodyBytes, 'byte')
  const coding = 'coding' in body ? body.coding : undefined
  if (coding !== undefined) return markup`<p class="caption">${size} in ${coding}, decoded here</p>`
  if (bodyBytes > MOST_BODY) return markup`<p class="caption">the first 64 KiB of ${size}</p>`
  return markup`<p class="caption">${size}${'base64' in body && ', not text'}</p>`
}
