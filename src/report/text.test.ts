import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import type { Report } from '../judge/report.ts'
import { reporters } from './reporters.ts'
import { conformant, failed, incomplete, replaceTexts, violations } from './sampleReports.test-data.ts'
import { viewTargets } from './targets.ts'
import { writeText } from './text.ts'

const { terminal } = reporters

const plain = (report: Report) => terminal(report, { color: false })

test('shows the verdict, the problems and what to fix', () => {
  expect(plain(violations)).toMatchInlineSnapshot(`
    "✗ 1 requirement broken, ! 1 warning   http://127.0.0.1:4010/v1   63 requests, 1.4 s   exit 1

    ✗ plant-name-string   Every name is a string                              MUST, spec/openapi.yaml:79
        /0/name: expected a string, got the number 42
        request     GET /v1/plants?limit=1, with Accept-Encoding: gzip
        expected    a string
        actual      the number 42
        when        only with Accept-Encoding: gzip (in 3 of 41 responses)
        contrast    passes without Accept-Encoding: gzip
        repeated    ✗ ✓
        note        unstable: the same request violated it in 1 of 2 attempts
        response    HTTP/1.1 200 OK · application/json · 33 bytes, gzip
                    (the connection was closed)
                    [{"name":42}]
        fix         Make the name a string for every plant.
        again       curl -si --path-as-is --globoff -H "Authorization: Bearer $PLANT_STORE_TOKEN" 'http://127.0.0.1:4010/v1/plants?limit=1'
        also        probably the same cause: plants-array, in 3 responses

    ! method-allow-listed   A 405 lists the allowed methods              SHOULD, RFC 9110 section 15.5.6
        The 405 has no Allow header.
        expected    Allow: GET
        actual      no Allow header
        when        always
        fix         Return the array itself as the body.

      2 not tested, 1 observation, 1 passed; --verbose lists them
      plant-store-kit checks <id> explains a check and its fix.
      Checked by plant-store-kit 0.1.0, prism 5.16.0, dredd 14.1.0 against Plant Store 1.0.0, through
      the proxy http://proxy.example:3128.
    ✗ 1 requirement broken, ! 1 warning · exit 1
    "
  `)
})

test('with verbose, shows untested and passed checks, observations and facts about the run', () => {
  const text = terminal(violations, { color: false, verbose: true })
  expect(text.match(/^[A-Z][a-z ]+$/gm)).toEqual(['Not tested', 'Observations', 'Passed', 'Profile', 'Run'])
  expect(text).toContain(`
    check           reason
  – limit-honoured  inconclusive: the token’s user has 1 plant; at least 2 are needed
  – error-object    no request was answered with 400
`)
  const note = 'framing-chunks explains 9 more failures'
  const findings = conformant.findings.map((each) => ({ ...each, note }))
  expect(terminal({ ...conformant, findings }, { verbose: true })).toContain(`(${note})`)
})

test('colours add escape sequences and change nothing else', () => {
  const colored = terminal(violations, { color: true })
  expect(colored).not.toBe(plain(violations))
  expect(stripVTControlCharacters(colored)).toBe(plain(violations))
})

test('shows ten findings in full and the other findings in one line each, unless the report is verbose', () => {
  const findings = Array.from({ length: 12 }, (_, index) => ({ ...failed, check: `check-${index}` }))
  const count = (text: string) => text.split('\n').filter((line) => line.startsWith('    fix')).length
  expect(count(plain({ ...violations, findings }))).toBe(10)
  expect(plain({ ...violations, findings })).toContain('\n  ✗ check-11   Every name is a string\n')
  expect(count(terminal({ ...violations, findings }, { color: false, verbose: true }))).toBe(12)
})

test('a long table says how many rows it omits', () => {
  const findings = Array.from({ length: 40 }, (_, index) => ({ ...failed, id: `check-${index}` }))
  expect(writeText(viewTargets([{ ...violations, findings }], 1))).toContain('… 10 more')
})

test('a server cannot send control characters to the terminal', () => {
  const attack = '\u001b[2J\u001b]0;title\u0007\u009b1A\r\b\u202e'
  const text = plain(replaceTexts(violations, attack))
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
  expect(text).toContain(String.raw`\x1b[2J\x1b]0;title\x07\x9b1A\r\x08\u202e`)
})

test('only commands are wider than 100 columns, and no line ends in a space', () => {
  for (const report of [violations, incomplete]) {
    const long = replaceTexts(report, 'a name of some length '.repeat(40))
    const findings = long.findings.map((finding, index) => {
      const { id, check, clause } = report.findings[index] ?? finding
      return { ...finding, id, check, clause }
    })
    const text = plain({ ...long, findings, target: report.target })
    const lines = text.split('\n').filter((line) => !line.startsWith('    again '))
    expect(lines.filter((line) => line.length > 100 || /\s$/.test(line))).toEqual([])
  }
})
