import { type Draw, samplePattern } from './samplePattern.ts'

type TextSchema = {
  format?: unknown
  pattern?: unknown
  minLength?: unknown
  maxLength?: unknown
}

/** Makes up a text for a schema; undefined if the kit cannot follow its pattern. */
export function makeText(
  { format, pattern, minLength, maxLength }: TextSchema,
  draw: Draw,
): string | undefined {
  if (pattern !== undefined) return samplePattern(String(pattern), draw)
  const make = FORMATS[String(format)]
  if (make) return make(draw)
  const least = Number(minLength ?? 0)
  const text = WORDS[Math.floor(draw('word') * WORDS.length)] ?? ''
  const long = text.length < least ? text.padEnd(least, ` ${text}`).replace(/ $/, 's') : text
  return maxLength === undefined ? long : long.slice(0, Number(maxLength))
}

const WORDS = ['meadow', 'forest', 'garden', 'heath', 'marsh', 'rock', 'river', 'alpine', 'desert', 'coast']

const FORMATS: Readonly<Record<string, (draw: Draw) => string>> = {
  date: (draw) =>
    `20${digits(draw, 'year', 10, 25)}-${digits(draw, 'month', 1, 12)}-${digits(draw, 'day', 1, 28)}`,
  time: (draw) => `${digits(draw, 'hour', 0, 23)}:${digits(draw, 'minute', 0, 59)}:00Z`,
  'date-time': (draw) => `${FORMATS.date?.(draw)}T${FORMATS.time?.(draw)}`,
  duration: (draw) => `P${Math.floor(draw('days') * 30) + 1}D`,
  email: (draw) => `grower${number(draw)}@plants.example`,
  hostname: (draw) => `host${number(draw)}.plants.example`,
  ipv4: (draw) => `192.0.2.${Math.floor(draw('byte') * 254) + 1}`,
  ipv6: (draw) => `2001:db8::${(Math.floor(draw('group') * 65_535) + 1).toString(16)}`,
  uri: (draw) => `https://plants.example/${number(draw)}`,
  'uri-reference': (draw) => `/plants/${number(draw)}`,
  uuid: makeUuid,
  'json-pointer': () => '',
  byte: (draw) => btoa(`plant ${number(draw)}`),
}

function number(draw: Draw): number {
  return Math.floor(draw('number') * 10_000)
}

function digits(draw: Draw, use: string, from: number, to: number): string {
  return String(from + Math.floor(draw(use) * (to - from + 1))).padStart(2, '0')
}

/** A random UUID (version 4). */
function makeUuid(draw: Draw): string {
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll(/x/g, (_, at: number) =>
    Math.floor(draw(`digit ${at}`) * 16).toString(16),
  )
}
