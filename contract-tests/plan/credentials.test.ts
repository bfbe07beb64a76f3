import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createCredentials } from './credentials.ts'

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

test.for(['token-alice', 'a.b~c_d+e/f==', JWT])(
  'the shell command in a report sends what was sent: %s',
  (token) => {
    const { valid, bad, forms } = createCredentials({ token })
    const all = [valid, ...bad.values(), ...forms.values()].flatMap(({ fields, label }) =>
      fields.map(({ value, shell }) => ({ label, value, shell })),
    )
    // Uses one shell for all credentials, because starting a shell takes longer than the rest of the test.
    const lines = all.map(({ shell }) => `printf '%s\\0' "${shell}"`)
    const printed = execFileSync('bash', ['-c', lines.join('\n')], {
      env: { ...process.env, PLANT_STORE_TOKEN: token },
      encoding: 'utf8',
    }).split('\0')
    expect(all.map(({ label }, index) => [label, printed[index]])).toEqual(
      all.map(({ label, value }) => [label, value]),
    )
  },
)

test('no bad credential is the token, and no shell text contains it', () => {
  const { bad } = createCredentials({ token: JWT })
  for (const { fields } of bad.values())
    for (const { value, shell } of fields) {
      expect(value).not.toBe(`Bearer ${JWT}`)
      expect(shell).not.toContain(JWT.slice(0, 20))
    }
})

test('changes a JWT in the middle of its signature, never at its end', () => {
  const { bad } = createCredentials({ token: JWT })
  const [tampered = ''] = bad.get('tampered')?.fields.map(({ value }) => value.replace('Bearer ', '')) ?? []
  const signature = JWT.lastIndexOf('.') + 1
  const changed = [...JWT].findIndex((letter, index) => letter !== tampered[index])
  expect(changed).toBeGreaterThan(signature + 5)
  expect(changed).toBeLessThan(JWT.length - 5)
})

test('valid requests have no token if none was given', () => {
  const { valid, forms, bad } = createCredentials({})
  expect(valid).toMatchObject({ kind: 'valid', fields: [] })
  expect(forms.size).toBe(0)
  expect(bad.has('garbage')).toBe(true)
})

test('each other user has a variable of its own in shell commands', () => {
  const { others } = createCredentials({ token: 'first', otherToken: ['second', 'third'] })
  expect(others.map(({ user, label, fields }) => [user, label, fields[0]?.value, fields[0]?.shell])).toEqual([
    [2, "the second user's token", 'Bearer second', 'Bearer $PLANT_STORE_OTHER_TOKEN'],
    [3, "the third user's token", 'Bearer third', 'Bearer $PLANT_STORE_OTHER_TOKEN_2'],
  ])
  expect(createCredentials({ token: 'first', otherToken: 'second' }).others).toEqual(others.slice(0, 1))
})
