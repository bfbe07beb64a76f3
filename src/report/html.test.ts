import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Evidence, Finding, Report } from '../judge/report.ts'
import { reporters } from './reporters.ts'
import { conformant, failed, incomplete, violations } from './sampleReports.test-data.ts'

const html = (report: Report, options = {}): string => reporters.html(report, { color: false, ...options })

const MAX_LENGTH = 4_000_000

/** What a reader sees, and what a program reads. */
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

function withEvidence(evidence: Partial<Evidence>, finding: Partial<Finding> = {}): Report {
  const [example] = failed.evidence
  if (example === undefined) throw new Error('expected an example')
  const { bytes: _bytes, ...rest } = example
  return {
    ...violations,
    findings: [{ ...failed, ...finding, evidence: [{ ...rest, ...evidence } as Evidence] }],
  }
}

function withResponse(response: Evidence['steps'][number]['response'], place?: Evidence['place']): Report {
  const request = { head: 'GET /plants HTTP/1.1\r\n\r\n' }
  return withEvidence({
    steps: [{ probe: 'list', request, connection: 1, ...(response && { response }) }],
    ...(place && { place }),
  })
}

function marked(page: string): string[] {
  return [...page.matchAll(/<mark>(.*?)<\/mark>/gs)].map(([, text = '']) =>
    decode(text.replaceAll(/<[^>]*>/g, '')),
  )
}

const OURS = ['verdict', 'status', 'level', 'name', 'engines', 'part']

function replaceTexts(report: Report, text: string): Report {
  return JSON.parse(JSON.stringify(report), (name, value) =>
    typeof value === 'string' && !OURS.includes(name) && Number.isNaN(Number(name)) ? text : value,
  )
}

/** The names of the elements and attributes of a page, and what is left of `<` outside of them. */
function readTags(page: string): { names: Set<string>; rest: string } {
  const names = new Set<string>()
  const markup = page
    .replace(/<style>[\s\S]*?<\/style>/, '<style></style>')
    .replace(/<script>[\s\S]*?<\/script>/, '<script></script>')
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
])('text %j adds no element and no attribute', (text) => {
  const page = html(replaceTexts(violations, text))
  const { names, rest } = readTags(page)
  expect(rest).not.toMatch(/[<>]/)
  expect([...names].filter((name) => !readTags(html(violations)).names.has(name))).toEqual([])
  expect(readText(page)).toContain(text)
  expect(page.match(/<script/g)).toHaveLength(1)
})

test('links go to the page itself', () => {
  const page = html(replaceTexts(violations, 'javascript:alert(1)'))
  const links = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link)
  expect(links.length).toBeGreaterThan(5)
  expect(links.filter((link) => !/^(#|data:image\/svg\+xml,%3Csvg)/.test(link))).toEqual([])
})

test('invisible characters are shown by their codes', () => {
  const page = html(replaceTexts(violations, 'a\u202eb\u0000c\u200bd\ud800e'))
  for (const character of ['\u202e', '\u0000', '\u200b']) expect(page).not.toContain(character)
  expect(page).toContain(String.raw`>a\u202eb\x00c\u200bd\ud800e<`)
  expect(page).toContain(String.raw`id="a\u202eb\x00c\u200bd\ud800e"`)
})

test('an object in the place of a text is not HTML', () => {
  const forged = { isEscaped: true, callbacks: [], value: '<img src=x>' }
  const report = { ...violations, reasons: [forged as unknown as string] }
  expect(html(report)).not.toContain('<img')
})

test('the policy allows this style sheet and this script, and nothing else', () => {
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

test.each(Object.entries({ conformant, violations, incomplete }))(
  'every link in the page of the %s report leads somewhere',
  (_name, report) => {
    const profile = { ...failed, id: 'profile-limit', check: 'profile-limit', verdict: 'info' } as const
    for (const findings of [report.findings, [...report.findings, profile]]) {
      const page = html({ ...report, findings })
      const links = [...page.matchAll(/href="#([^"]*)"/g)].map(([, link = '']) => link)
      expect(links.filter((link) => !page.includes(` id="${link}"`))).toEqual([])
    }
  },
)

test('every finding has one place to link to', () => {
  const page = html(violations)
  for (const { id } of violations.findings) expect(page.split(` id="${id}"`), id).toHaveLength(2)
})

test('the page has everything that the report says about a finding', () => {
  const text = readText(html(violations))
  for (const { title, id, note, when, fix, violations: wrong, verdict } of violations.findings) {
    expect(text).toContain(id)
    if (note !== undefined) expect(text).toContain(note)
    if (!['fail', 'warn', 'info'].includes(verdict)) continue
    expect(text).toContain(title.replaceAll('`', ''))
    expect(text).toContain(when)
    expect(text).toContain(fix)
    for (const { expected, actual } of wrong)
      for (const part of [expected, actual]) expect(text).toContain(part)
  }
  expect(text).toContain('1 requirement broken')
  expect(text).toContain('plants-array, in 3 responses')
})

test('the command for a replay names the JSON report, and is left out without one', () => {
  expect(readText(html(violations, { saved: 'out/report.json' }))).toContain(
    'plant-store-kit replay out/report.json plant-name-string',
  )
  expect(readText(html(violations))).not.toContain('plant-store-kit replay')
})

test('the bytes of a framing error are shown with their line ends, and the wrong ones marked', () => {
  const page = html(withEvidence({ bytes: { text: '1\r\n[{"na', offset: 0, length: 3 } }))
  expect(marked(page)).toContain('1\\r\\n')
  expect(readText(page)).toContain('1\\r\\n[{"na')
})

test('an incomplete run says why, and does not look like a passed one', () => {
  const page = html(incomplete)
  const text = readText(page)
  for (const reason of incomplete.reasons) expect(text).toContain(reason)
  expect(text).toContain('Incomplete')
  expect(page).toContain('<div class="panel headline warning">')
  expect(page).not.toContain('Conformant')
})

test('a conformant run has no findings', () => {
  const page = html(conformant)
  expect(readText(page)).toContain('Conformant')
  expect(page).not.toContain('class="finding')
})

test.each([
  ['a body', { part: 'body', offset: 9, length: 2 }, ['42']],
  ['a line end of a body', { part: 'body', offset: 13, length: 1 }, ['\\n']],
  ['a header', { part: 'head', offset: 17, length: 4 }, ['Etag']],
  ['a status', { part: 'head', offset: 9, length: 3 }, ['200']],
  ['the end of a start line', { part: 'head', offset: 15, length: 2 }, ['\\r\\n']],
  ['nothing, where something is missing', { part: 'body', offset: 14, length: 0 }, ['']],
] as const)('marks the wrong place: %s', (_what, place, expected) => {
  const page = html(
    withResponse({ head: 'HTTP/1.1 200 OK\r\nEtag: x\r\n\r\n', body: { text: '[{"name":42}]\n' } }, place),
  )
  expect(marked(page)).toEqual(expected)
})

test('bytes that are not text are shown by their numbers, with the wrong ones marked', () => {
  const base64 = Buffer.from([0x5b, 0xff, 0xfe, 0x5d, 1, 2, 3, 4, 0x41]).toString('base64')
  const page = html(
    withResponse(
      { head: 'HTTP/1.1 200 OK\r\n\r\n', body: { base64 }, bodyBytes: 9 },
      { part: 'body', offset: 1, length: 2 },
    ),
  )
  expect(marked(page)).toEqual([String.raw`\xff\xfe`])
  const text = readText(page)
  expect(text).toContain(String.raw`[\xff\xfe]\x01\x02\x03\x04A`)
  expect(text).toContain('9 bytes, not text')
})

test('a long body is cut around the wrong place', () => {
  const text = `${'a'.repeat(5000)}WRONG${'b'.repeat(5000)}`
  const page = html(
    withResponse(
      { head: 'HTTP/1.1 200 OK\r\n\r\n', body: { text }, bodyBytes: text.length },
      { part: 'body', offset: 5000, length: 5 },
    ),
  )
  expect(marked(page)).toEqual(['WRONG'])
  expect(readText(page)).toMatch(/…a{2000}WRONGb{3999}…10005 bytes/)
})

test('line ends that HTTP does not allow are visible', () => {
  const page = html(
    withResponse({ head: 'HTTP/1.1 200 OK\r\nA: 1\nB: 2\r\n\r\n', body: { text: '1\r\n[\n' } }),
  )
  const text = readText(page)
  expect(text).toContain('HTTP/1.1 200 OK\nA: 1\\n\nB: 2')
  expect(text).toContain('1\\r\\n\n[\n')
})

test('every step of a sequence is shown, with its redirect', () => {
  const page = html(
    withEvidence({
      unusual: 'after a redirect',
      steps: [
        {
          probe: 'limit/1',
          request: { head: 'GET /plants?limit=1 HTTP/1.1\r\n\r\n' },
          response: { head: 'HTTP/1.1 302 Found\r\nLocation: /plants\r\n\r\n' },
          connection: 1,
          note: 'redirect',
        },
        {
          probe: 'limit/1',
          request: { head: 'GET /plants HTTP/1.1\r\n\r\n' },
          failure: 'no answer',
          connection: 2,
          at: 'once',
        },
      ],
    }),
  )
  const text = readText(page)
  expect(text).toContain('GET /plants?limit=1 → 302  Location: /plants ← redirect')
  expect(text).toContain('GET /plants → no answer ← at the same time')
  expect(text).toContain('GET /plants?limit=1, after a redirect')
})

const LONG = ['x', '<', '\u202e', '\r\n', '🌵', '::'].map((unit): [string, string] => [
  JSON.stringify(unit),
  unit.repeat(65_536 / unit.length),
])

test.each(LONG)('the page is small if every text of a report is long: %s', (_unit, text) => {
  for (const report of [violations, incomplete])
    expect(html(replaceTexts(report, text), { saved: text }).length).toBeLessThan(MAX_LENGTH)
})

test('a long head is shortened', () => {
  const page = html(withResponse({ head: `HTTP/1.1 200 OK\r\nA: ${'a'.repeat(60_000)}\r\n\r\n` }))
  expect(page).toMatch(/a{3000}…/)
  expect(page).not.toMatch(/a{5000}/)
})
