import { expect, test } from 'vitest'
import { reporters } from './reporters.ts'
import { failed, replaceTexts, violations } from './sampleReports.test-data.ts'

const { markdown } = reporters
const options = { color: false }

test('a Markdown report has fewer than 60,000 characters, and says how much it omits', () => {
  for (const text of ['🌵', '|', '`', '&\n'].map((unit) => unit.repeat(1_000))) {
    const findings = Array.from({ length: 20 }, () => failed)
    const untested = findings.map((each) => ({ ...each, verdict: 'inconclusive' as const }))
    const report = { ...violations, findings: [...findings, ...untested], reasons: [text, text] }
    const long = markdown(replaceTexts(report, text), options)
    expect(long.length).toBeLessThan(60_000)
    expect(long).toMatch(/\| … \d+ more \|\n/)
    expect(long).toMatch(/The JSON report has \d+ more sections\.\n/)
  }
})

test('no string becomes a link, a mention or a cell', () => {
  const note = 'see http://evil.example, www.evil.example, @everyone, #1, [a](b), <img src=x> and a|b\\|c'
  const untested = { ...failed, blockedBy: [], verdict: 'inconclusive' as const, note }
  const text = markdown({ ...violations, findings: [untested, { ...failed, title: note }] }, options)
  expect(text).toContain(
    '</code> see http:<!-- -->//evil.example, www<!-- -->.evil.example, @<!-- -->everyone, #<!-- -->1, [a](b), &lt;img',
  )
  expect(text).toContain(
    String.raw`see http\:<!-- -->//evil\.example, www<!-- -->\.evil\.example, \@<!-- -->everyone, \#<!-- -->1, \[a\]\(b\), &lt;img src\=x&gt; and a&#124;b\\&#124;c |`,
  )
})
