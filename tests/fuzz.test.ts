import {
  anything,
  array,
  assert,
  constantFrom,
  type IProperty,
  integer,
  json,
  jsonValue,
  oneof,
  property,
  uint8Array,
} from 'fast-check'
import { expect, test } from 'vitest'
import { readJson } from '../src/judge/body/readJson.ts'
import { createMasker } from '../src/judge/mask.ts'
import { answerControl } from '../src/mock/control/control.ts'
import { createCore } from '../src/mock/core.ts'
import { builtInData } from '../src/mock/mock.testing.ts'
import { escapeJson, escapeText } from '../src/report/text/escapeText.ts'
import { headersRead, judgeResponse, readBytes, readers } from './foreignText.testing.ts'

/** Tests a property with the same cases in every run. */
function check<Cases extends [unknown, ...unknown[]]>(cases: IProperty<Cases>, numRuns = 300): void {
  assert(cases, { seed: 1, numRuns })
}

// In fast-check, the unit `binary` is slow: each worker builds a map of all characters.
const anyText = (maxLength: number) =>
  array(integer({ min: 0, max: 0x10_ffff }), { maxLength }).map((codes) => String.fromCodePoint(...codes))
const byte = integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code))
/** Generates one of the parts of a string with the separator `|`. */
const parts = (text: string) => constantFrom(...text.split('|'))
const httpPart = parts(
  'HTTP/1.1 200 OK|HTTP/1.0 204 |HTTP/1.1 100 |HTTP/1.1 304 x|HTTP/1.1 9|\r\n|\r\n\r\n|\n|\n\n|\r|Content-Length: |' +
    'Transfer-Encoding: |chunked|Connection: close|: |, |;| |\t|0|1|5|a|\r\n5\r\nhello|\r\n0\r\n\r\n|[]|\0|\xff',
)
const httpText = array(oneof({ weight: 8, arbitrary: httpPart }, { weight: 1, arbitrary: byte }), {
  maxLength: 30,
}).map((all) => `HTTP/1.1 200 OK\r\n${all.join('')}`)
const headerPart = parts(
  'Bearer|realm=|"|\\|,|;|=| |\t|a|application/json|charset=utf-8|W/|*|-|/|gzip|bytes 0-1/2|99999999999|' +
    'Sun, 06 Nov 1994 08:49:37 GMT|%|%zz|max-age|no-store|\u00a0|\xff|\0|\r',
)
const headerText = array(headerPart, { maxLength: 8 }).map((all) => all.join(''))
const jsonPart = parts('[|]|{|}|,|:|"|\\|\\u|\\ud83c|1|-|.|e|0|true|null| |"name"|"id"|\0|é')
const jsonText = oneof(
  array(jsonPart, { maxLength: 15 }).map((all) => all.join('')),
  json(),
  json().map((text) => text.slice(0, -1)),
)

test('the result of parsing a response does not depend on how its bytes are split', () => {
  check(
    property(httpText, integer({ min: 1, max: 7 }), (text, size) => {
      for (const isClosed of [true, false])
        expect(readBytes(text, size, isClosed)).toEqual(readBytes(text, undefined, isClosed))
    }),
    1000,
  )
})

test.each(Object.entries(readers))('no string makes reading %s fail', (_name, { read, units }) => {
  const unit = constantFrom(...units)
  const text = array(oneof(unit, headerPart, jsonPart, anyText(3)), { maxLength: 20 })
  check(property(text, (all) => void read(all.join(''))))
})

test('the kit reads JSON as JSON.parse does, apart from the values of numbers', () => {
  check(
    property(jsonText, (text) => {
      expect(attempt(() => readJson(text).value)).toEqual(attempt(() => JSON.parse(text)))
    }),
    2000,
  )
})

test('any response can be judged', () => {
  const fields = array(oneof(headerText, anyText(5)), { maxLength: 6 })
  const status = constantFrom(200, 206, 304, 400, 401, 406, 416, 429, 500, 999)
  const body = oneof(
    jsonText.map(Buffer.from),
    uint8Array({ maxLength: 40 }).map(Buffer.from),
    jsonValue().map((value) => Buffer.from(JSON.stringify([value]))),
  )
  check(
    property(
      status,
      integer({ min: 0, max: headersRead.length }),
      fields,
      body,
      (code, first, values, bytes) => {
        const headers = values.map((value, at): [string, string] => [
          headersRead[(first + at) % headersRead.length] ?? '',
          value,
        ])
        judgeResponse({ status: code, fields: headers, body: bytes })
      },
    ),
  )
})

test('any string can be escaped, and an escaped string stays as it is', () => {
  const text = anyText(20)
  check(
    property(text, (value) => {
      expect(escapeText(escapeText(value))).toBe(escapeText(value))
      expect(JSON.parse(escapeJson(JSON.stringify(value)))).toBe(value)
    }),
  )
})

test('no masked string contains the secret', () => {
  const secret = 'Zm9v+YmFy/cXV4cXV4=='
  const mask = createMasker([secret])
  const around = array(
    oneof(headerPart, jsonPart, constantFrom(encodeURIComponent(secret), JSON.stringify(secret))),
    { maxLength: 6 },
  )
  check(
    property(around, around, (before, after) => {
      expect(mask(before.join('') + secret + after.join(''))).not.toContain(secret)
    }),
  )
})

test('the mock answers any request', async () => {
  const core = createCore(builtInData)
  const part = parts(
    '/plants|/__admin|/requests|/settings|?|&|=|limit|__code|__delay|__scenario|__user|__session|since|5|' +
      '%|%zz|%00|%C3|+|;|-1|1e9|//|..|flaky|404|"|\\|delay=0|é|\ud800',
  )
  const text = array(part, { maxLength: 8 }).map((all) => all.join(''))
  const method = constantFrom('GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'DELETE', 'PLANT')
  const names = 'authorization prefer x-plant-store-session origin host access-control-request-method'.split(
    ' ',
  )
  check(
    property(
      method,
      text,
      array(text, { maxLength: 6 }),
      oneof(
        jsonText,
        anything().map((value) => String(JSON.stringify(value))),
      ),
      (verb, target, values, body) => {
        const headers = Object.fromEntries(values.map((value, at) => [names[at], value]))
        const request = { method: verb, target, headers }
        expect(core.answer(request).status).toBeLessThan(599)
        const options = { adminToken: undefined, health: () => ({}), readContractText: () => '' }
        const local = {
          ...request,
          headers: { host: 'localhost' },
          target: `/__admin${target}`,
          body,
          isLoopback: true,
        }
        const answer = answerControl(local, core, options)
        expect('events' in answer || answer.status < 500, JSON.stringify(answer)).toBe(true)
      },
    ),
    500,
  )
})

/** Returns the value as JSON with all numbers replaced by 0, because the kit reads some numbers differently from JSON.parse. */
function attempt(run: () => unknown): unknown {
  try {
    return JSON.stringify(run(), (_name, value) => (typeof value === 'number' ? 0 : value))
  } catch {
    return 'not JSON'
  }
}
