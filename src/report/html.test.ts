import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Evidence, Report } from '../judge/report.ts'
import { reporters } from './reporters.ts'
import { conformant, failed, incomplete, replaceTexts, violations } from './sampleReports.test-data.ts'

const html = (report: Report, options = {}): string => reporters.html(report, { color: false, ...options })

const MAX_LENGTH = 4_000_000

/** Returns the visible text of a page. */
function readText(page: string): string {
  const [, body = ''] = page.split('<body>')
  return decode(body.replace(/<script>[\s\S]*<\/script>/, '').replaceAll(/<[^>]*>/g, ''))
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(\d+);/g, (_match, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&amp;', '&')
}

type Step = Evidence['steps'][number]

function withResponse(response: Step['response'], place?: Evidence['place']): Report {
  const request = { head: 'GET /plants HTTP/1.1\r\n\r\n' }
  const evidence = {
    probe: 'list',
    request: '',
    response: '',
    curl: '',
    attempt: 1,
    steps: [{ probe: 'list', request, connection: 1, ...(response && { response }) }],
    ...(place && { place }),
  }
  return { ...violations, findings: [{ ...failed, evidence: [evidence] }] }
}

function marked(page: string): string[] {
  return [...page.matchAll(/<mark>(.*?)<\/mark>/gs)].map(([, text = '']) => decode(text))
}

/** Returns the names of a page's elements and attributes, and every `<` that does not start an element. */
function readTags(page: string): { names: Set<string>; rest: string } {
  const names = new Set<string>()
  const markup = page.replaceAll(/<(style|script)>[\s\S]*?<\/\1>/g, '<$1></$1>')
  const rest = markup.replaceAll(
    /<!doctype html>|<(\/?[a-z][a-z0-9]*)((?:\s+[A-Za-z-]+(?:="[^"<]*")?)*)\s*\/?>/g,
    (_tag, name = '', attributes = '') => {
      names.add(name)
      for (const [attribute] of attributes.matchAll(/[A-Za-z-]+(?==|\s|$)(?![^"]*"(?:\s|$))/g))
        names.add(attribute)
      return ''
    },
  )
  return { names, rest }
}

test.each([
  `"><img src=x onerror=alert(1)>'`,
  '</script></style></title><script>alert(1)</script>',
  '<!--',
  ']]>&lt;script&gt;',
  '`)alert(1)',
  'javascript:alert(1)',
  '" onmouseover="alert(1)',
])('the string %j adds no element, no attribute and no link', (text) => {
  const page = html(replaceTexts(violations, text))
  const { names, rest } = readTags(page)
  expect(rest).not.toMatch(/[<>]/)
  expect([...names].filter((name) => !readTags(html(violations)).names.has(name))).toEqual([])
  expect(readText(page)).toContain(text)
  const links = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link)
  expect(links.length).toBeGreaterThan(5)
  expect(links.filter((link) => !/^(#|data:image\/svg\+xml,%3Csvg)/.test(link))).toEqual([])
})

test('the page shows invisible characters as codes', () => {
  const page = html(replaceTexts(violations, 'a\u202eb\u0000c\u200bd\ud800e'))
  for (const character of ['\u202e', '\u0000', '\u200b']) expect(page).not.toContain(character)
  expect(page).toContain(String.raw`>a\u202eb\x00c\u200bd\ud800e<`)
  expect(page).toContain(String.raw`id="a\u202eb\x00c\u200bd\ud800e"`)
})

test('an object instead of a string is not inserted as HTML', () => {
  const forged = { isEscaped: true, callbacks: [], value: '<img src=x>' }
  expect(html({ ...violations, reasons: [forged as unknown as string] })).not.toContain('<img')
})

test('the policy allows only this style sheet, this script and data images', () => {
  const page = html(violations)
  const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? []
  const hash = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const [, style] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? []
  const [, script] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? []
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${hash(script)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ])
  expect(page).not.toMatch(/ (style|on[a-z]+)="/)
})

test('the page shows the main data about each finding', () => {
  const text = readText(html(violations))
  for (const { title, id, note, when, fix, violations: wrong, verdict } of violations.findings) {
    expect(text).toContain(id)
    if (note !== undefined) expect(text).toContain(note)
    if (!['fail', 'warn', 'info'].includes(verdict)) continue
    const values = wrong.flatMap(({ expected, actual }) => [expected, actual])
    for (const part of [title.replaceAll('`', ''), when, fix, ...values]) expect(text).toContain(part)
  }
  expect(text).toContain('1 requirement broken')
  expect(text).toContain('plants-array, in 3 responses')
})

test('the page on an incomplete run says why it is incomplete, and does not look successful', () => {
  const page = html(incomplete)
  for (const reason of incomplete.reasons) expect(readText(page)).toContain(reason)
  expect(page).toContain('<div class="panel headline warning">')
  expect(page).not.toContain('Conformant')
  expect(html(conformant)).toContain('Conformant')
})

test.each([
  ['a body', { part: 'body', offset: 9, length: 2 }, ['42']],
  ['a line end of a body', { part: 'body', offset: 13, length: 1 }, ['\\n']],
  ['a header', { part: 'head', offset: 17, length: 4 }, ['Etag']],
  ['the end of a start line', { part: 'head', offset: 15, length: 2 }, ['\\r\\n']],
  ['nothing, where something is missing', { part: 'body', offset: 14, length: 0 }, ['']],
] as const)('marks the place of a violation: %s', (_what, place, expected) => {
  const page = html(
    withResponse({ head: 'HTTP/1.1 200 OK\r\nEtag: x\r\n\r\n', body: { text: '[{"name":42}]\n' } }, place),
  )
  expect(marked(page)).toEqual(expected)
})

test('the page shows binary bytes as hexadecimal codes, and marks the bytes that violate the check', () => {
  const base64 = Buffer.from([0x5b, 0xff, 0xfe, 0x5d, 1, 2, 3, 4, 0x41]).toString('base64')
  const response = { head: 'HTTP/1.1 200 OK\r\n\r\n', body: { base64 }, bodyBytes: 9 }
  const page = html(withResponse(response, { part: 'body', offset: 1, length: 2 }))
  expect(marked(page)).toEqual([String.raw`\xff\xfe`])
  expect(readText(page)).toContain(String.raw`[\xff\xfe]\x01\x02\x03\x04A`)
  expect(readText(page)).toContain('9 bytes, not text')
})

test('the page shows only the part of a long body around the violation', () => {
  const text = `${'a'.repeat(5000)}WRONG${'b'.repeat(5000)}`
  const response = { head: 'HTTP/1.1 200 OK\r\n\r\n', body: { text }, bodyBytes: text.length }
  const page = html(withResponse(response, { part: 'body', offset: 5000, length: 5 }))
  expect(marked(page)).toEqual(['WRONG'])
  expect(readText(page)).toMatch(/…a{2000}WRONGb{3999}…10005 bytes/)
})

test('the page marks unusual newlines in heads and bodies', () => {
  const head = 'HTTP/1.1 200 OK\r\nA: 1\nB: 2\r\n\r\n'
  const text = readText(html(withResponse({ head, body: { text: '1\r\n[\n' } })))
  expect(text).toContain('HTTP/1.1 200 OK\nA: 1\\n\nB: 2')
  expect(text).toContain('1\\r\\n\n[\n')
})

test.each(['x', '<', '\u202e', '\r\n', '🌵', '::'])('the page stays small if texts are long: %j', (unit) => {
  const text = unit.repeat(65_536 / unit.length)
  for (const report of [violations, incomplete])
    expect(html(replaceTexts(report, text), { saved: text }).length).toBeLessThan(MAX_LENGTH)
})
