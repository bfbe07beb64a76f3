import { expect, test } from 'vitest'
import { changeBaseline } from './changeBaseline.ts'

const today = '2026-11-22'

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
  const changed = changeBaseline(
    text,
    { added: [{ id: 'd', intermittent: false }], removed: ['b'], today },
    false,
  )
  expect(changed).toBe(`# Ours.

findings:
  # The first one, agreed with the web team.
  - id: a
    reason: "because" # quoted
    expires: 2027-01-31
  - { id: c, reason: short, expires: 2027-02-28 } # in one line
  - id: d
    check: d
    reason: "FILL IN: why it is accepted for now"
    owner: "FILL IN, or remove this line: who will fix it"
    expires: "FILL IN: the last day on which it is accepted, as YYYY-MM-DD"
    firstSeen: 2026-11-22
`)
})

test('a list that is not indented stays so', () => {
  const list = 'findings:\n- id: a\n  reason: x\n'
  expect(
    changeBaseline(list, { added: [{ id: 'b', intermittent: false }], removed: [], today }, false),
  ).toMatch(/^findings:\n- id: a\n {2}reason: x\n- id: b\n {2}check: b\n/)
})

test('a change of nothing changes no byte', () => {
  expect(changeBaseline(text, { added: [], removed: [], today }, false)).toBe(text)
})

test('the last entry leaves an empty list, and a new one begins a list again', () => {
  const one = 'findings:\n  - id: a\n    reason: x\n    expires: 2027-01-31\n'
  const none = changeBaseline(one, { added: [], removed: ['a'], today }, false)
  expect(none).toBe('findings: []\n')
  expect(
    changeBaseline(none, { added: [{ id: 'b', intermittent: false }], removed: [], today }, false),
  ).toMatch(/^findings:\n {2}- id: b\n {4}check: b\n/)
})

test('a new file says what to do', () => {
  expect(
    changeBaseline(undefined, { added: [{ id: 'a', intermittent: false }], removed: [], today }, false),
  ).toMatch(/^# What plant-store verify --baseline accepts for now\. [\s\S]*\nfindings:\n {2}- id: a\n/)
})

test('an entry says that its finding comes and goes', () => {
  const changed = changeBaseline(
    undefined,
    { added: [{ id: 'a', intermittent: true }], removed: [], today },
    false,
  )
  expect(changed).toMatch(/ {4}firstSeen: 2026-11-22\n {4}intermittent: true\n$/)
})

test('JSON keeps its other members and its order', () => {
  const json = '{"about":"ours","findings":[{"id":"a"},{"id":"b"}]}'
  const changed = JSON.parse(
    changeBaseline(json, { added: [{ id: 'c', intermittent: false }], removed: ['a'], today }, true),
  )
  expect(changed).toMatchObject({ about: 'ours', findings: [{ id: 'b' }, { id: 'c', firstSeen: today }] })
})
