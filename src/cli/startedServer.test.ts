import { expect, test } from 'vitest'
import { createHider, describePrinted } from './startedServer.ts'

const hide = createHider({
  token: 't0ken-of-alice',
  otherToken: [],
  headers: [['X-Api-Key', 'k3y-of-alice']],
})

test('a command that starts the server stays as it is', () => {
  const command = "PORT={port} LIMIT='a b' npm start -- --port={port} --name=x"
  expect(hide(command)).toBe(command)
})

test('what a command gives the server and looks secret is masked', () => {
  expect(
    hide(
      `DB_PASSWORD='two words' API_KEY=s3cret DATABASE_URL=postgres://me:s3cret@db/plants serve --client-secret="s3cret"`,
    ),
  ).toBe('DB_PASSWORD=*** API_KEY=*** DATABASE_URL=postgres://***@db/plants serve --client-secret=***')
})

test('the last lines of a server have no frames of a stack trace', () => {
  const trace = [
    'Error: DATABASE_URL not set',
    '    at main (server.js:1:1)',
    '    at run',
    '',
    'Node.js v24.1.0',
  ]
  expect(describePrinted(trace)).toBe('It printed last: Error: DATABASE_URL not set | Node.js v24.1.0')
  expect(describePrinted([''])).toBe('It printed nothing.')
  expect(describePrinted(['x'.repeat(9_000)]).length).toBeLessThan(250)
})

test('the secrets that a server printed are masked', () => {
  const printed = [
    't0ken-of-alice k3y-of-alice',
    'T0KEN-OF-ALICE, t0ken-Af-alice',
    'url: postgres://me:s3cret@db',
    '{"password": "s3cret"}',
    'KEY=s3cret',
  ]
  const text = hide(printed.join('\n'))
  expect(text).not.toMatch(/alice|s3cret/i)
  expect(text).toContain('url: postgres://***@db')
})
