import { expect, test } from 'vitest'
import { reporters } from './reporters.ts'
import { conformant, failed, incomplete, replaceTexts, violations } from './sampleReports.test-data.ts'

const { markdown } = reporters
const options = { color: false }

test('the verdict comes first, then a table of what is wrong, then the details, folded', () => {
  const text = markdown(violations, options)
  expect(text).toMatch(/^## ✗ 1 requirement broken, \\! 1 warning: ` 127\.0\.0\.1:4010 `\n/)
  expect(text).toContain('| ✗ | ` plant-name-string ` | Every name is a string |')
  expect(text).toContain(
    '<details><summary>✗ <code>plant-name-string</code> Every name is a string</summary>',
  )
  expect(text).toContain(failed.evidence[0]?.curl)
  expect(text).toContain('2 not tested')
})

test('an incomplete run has its reasons, and a conformant one neither table nor details', () => {
  expect(markdown(incomplete, options)).toContain(`\`\`\`text\n${incomplete.reasons.join('\n')}\n\`\`\``)
  expect(markdown(conformant, options)).toMatch(/^## ✓ conformant: /)
  expect(markdown(conformant, options)).not.toMatch(/\||<details>/)
})

test('a comment is never longer than 60,000 characters, and says what it leaves out', () => {
  for (const text of ['🌵', '|', '`', '&\n'].map((unit) => unit.repeat(10_000))) {
    const findings = Array.from({ length: 40 }, () => failed)
    const untested = findings.map((each) => ({ ...each, verdict: 'inconclusive' as const }))
    const report = { ...violations, findings: [...findings, ...untested], reasons: [text, text] }
    const long = markdown(replaceTexts(report, text), options)
    expect(long.length).toBeLessThan(60_000)
    expect(long).toMatch(/\| … \d+ more \|\n/)
    expect(long).toMatch(/The JSON report has \d+ more\.\n/)
  }
})

test('no text becomes a link, a mention or a cell', () => {
  const note = 'see http://evil.example, www.evil.example, @everyone, #1, [a](b), <img src=x> and a|b\\|c'
  const text = markdown(
    { ...violations, findings: [{ ...failed, blockedBy: [], verdict: 'inconclusive', note }] },
    options,
  )
  expect(text).toContain(
    String.raw`see http\:<!-- -->//evil\.example, www<!-- -->\.evil\.example, \@<!-- -->everyone, \#<!-- -->1, \[a\]\(b\), &lt;img src\=x&gt; and a&#124;b\\&#124;c |`,
  )
})

test('code in a title is code in the line that opens its details', () => {
  const finding = { ...failed, title: 'Returns at most `limit` plants' }
  expect(markdown({ ...violations, findings: [finding] }, { color: false })).toContain(
    '</code> Returns at most <code>limit</code> plants</summary>',
  )
})
