import type { Evidence } from '../../judge/evidence/evidence.ts'
import { escapeText } from './escapeText.ts'

/** Escapes every text of a report or a part of it, because the server under test wrote much of it. */
export function escapeReport<Part>(report: Part): Part {
  return escapeValue(report) as Part
}

function escapeValue(value: unknown): unknown {
  if (typeof value === 'string') return escapeText(value)
  if (Array.isArray(value)) return value.map(escapeValue)
  if (typeof value !== 'object' || value === null) return value
  const escaped = Object.entries(value).map(([name, member]) => [escapeText(name), escapeValue(member)])
  return { ...Object.fromEntries(escaped), ...(isEvidence(value) && escapePlaces(value)) }
}

function isEvidence(value: object): value is Evidence {
  return 'steps' in value && 'probe' in value
}

/** Places are in the escaped texts too. In the bytes of a message, every line end is visible. */
function escapePlaces({ steps, place, bytes }: Evidence): Pick<Evidence, 'place' | 'bytes'> {
  const response = steps.at(-1)?.response
  const body = response?.body
  const text = place?.part === 'head' ? response?.head : body && 'text' in body ? body.text : undefined
  return {
    ...(place && { place: text === undefined ? place : { ...place, ...move(text, place, escapeText) } }),
    ...(bytes && { bytes: { text: showBytes(bytes.text), ...move(bytes.text, bytes, showBytes) } }),
  }
}

type Range = { offset: number; length: number }

function move(text: string, { offset, length }: Range, show: (text: string) => string): Range {
  const start = show(text.slice(0, offset)).length
  return { offset: start, length: show(text.slice(0, offset + length)).length - start }
}

function showBytes(text: string): string {
  return escapeText(text.replaceAll('\r', String.raw`\r`).replaceAll('\n', String.raw`\n`))
}
