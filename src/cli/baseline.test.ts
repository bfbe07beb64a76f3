import { expect, test } from 'vitest'
import { changeBaseline } from './baseline.ts'

const text = `# Ours.

findings:
  # The first one, agreed with the web team.
  - id: a
    reason: "because" # quoted
    expires: 2027-01-31

  # A line that is much longer than eighty columns, so that a formatter would be tempted to fold it somewhere.
  - id: b
    reason: a reason that is much longer than eighty columns, so that a formatter would be tempted to fold it
    expires: 2027-01-31
  - { id: c, reason: short, expires: 2027-02-28 } # in one line
`

test('a change keeps comments, quotes and the order of the other entries', () => {
  const changed = changeBaseline(text, [{ id: 'd', reason: 'later', expires: '2027-01-31' }], [{ id: 'b' }])
  expect(changed).toBe(`# Ours.

findings:
  # The first one, agreed with the web team.
  - id: a
    reason: "because" # quoted
    expires: 2027-01-31
  - { id: c, reason: short, expires: 2027-02-28 } # in one line
  - id: d
    reason: later
    expires: 2027-01-31
`)
})

test('a list without indentation keeps its style', () => {
  const list = 'findings:\n- id: a\n  reason: x\n'
  expect(changeBaseline(list, [{ id: 'b', reason: 'later' }], [])).toMatch(
    /^findings:\n- id: a\n {2}reason: x\n- id: b\n {2}reason: later\n/,
  )
})
