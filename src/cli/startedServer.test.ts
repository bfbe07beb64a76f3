import { expect, test, vi } from 'vitest'
import { describePrinted } from '../report/text/wrap.ts'
import { createHider, listInherited, startServer } from './startedServer.ts'

const environment = {
  ...{ DB_KEY: 'the-only-k3y\nshort\nsh0rt', DB_PWD: 'pw$x', AUTH: '/9j4AAQSk', JWT_TTL: '3600' },
  ...{ DATABASE_URL: 'postgres://me:DbPass12@db/plants', GIT_AUTHOR_NAME: 'Ann Author' },
  ...{ ConnectionStrings__Default: 'Server=db;Password=C0nnPass' },
  ...{ SLACK_WEBHOOK: 'https://hooks.test/services/T0/XXXXSLACKHOOK', KEY_FILE: import.meta.filename },
}
for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
vi.stubEnv('TOKEN_URL', 'http://auth.test:4011/token')
const hide = createHider({
  token: 't0ken-of-alice',
  otherToken: [],
  headers: [['X-Api-Key', 'k3y-of-alice']],
  secrets: listInherited(),
})

test.for([
  ["PORT={port} LIMIT='a b' npm start -- --name=x", "PORT={port} LIMIT='a b' npm start -- --name=x"],
  [
    `DB_PASSWORD='two words' API_KEY=s3cret serve --secret="s3cret"`,
    'DB_PASSWORD=*** API_KEY=*** serve --secret=***',
  ],
  ['url: postgres://me:s3cret@db/plants', 'url: postgres://***@db/plants'],
  ['{"password": "s3cret"}', '{"password": ***}'],
  ['the server cannot use C0nnPass', 'the server cannot use ***'],
  ['connected with the-only-k3y, the%2Donly%2Dk3y, short', 'connected with ***, ***, short'],
  ['pw$x sh0rt 9j4AAQSk DbPass12 XXXXSLACKHOOK', '*** *** *** *** ***'],
  [`3600 Ann Author services ${import.meta.filename}`, `3600 Ann Author services ${import.meta.filename}`],
  ['AUTH=s3cret DB_PWD=s3cret JWT_SALT=s3cret npm start', 'AUTH=*** DB_PWD=*** JWT_SALT=*** npm start'],
  ['asked http://auth.test:4011/token', 'asked http://auth.test:4011/token'],
  ['node x.js --db-password s3cret', 'node x.js --db-password ***'],
  ['t0ken-of-alice k3y-of-alice, T0KEN-OF-ALICE, t0ken-Af-alice', '*** ***, ***, ***'],
] as const)('only the secrets in %j are masked', ([text, masked]) => {
  expect(hide(text)).toBe(masked)
})

test.skipIf(process.platform === 'win32')(
  'a line of 600 MB is cut, and the line after it is printed',
  async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const lines: string[] = []
    await startServer('head -c 600000000 /dev/zero; echo; printf last', (line) => lines.push(line), resolve)
    expect(await promise).toBe('exited with code 0')
    expect(lines.map(({ length }) => length)).toEqual([10_000, 4])
  },
)

test("the summary of a server's last output contains no stack frames", () => {
  const trace = 'Error: DATABASE_URL not set\n    at main (server.js:1:1)\n    at run\n\nNode.js v24.1.0'
  expect(describePrinted(trace.split('\n'))).toBe(
    'The last output: Error: DATABASE_URL not set | Node.js v24.1.0',
  )
  for (const line of [' * Running on http://127.0.0.1:5000', '  - Local: http://localhost:3000'])
    expect(describePrinted([line])).toBe(`The last output: ${line.trim()}`)
  expect(describePrinted([''])).toBe('The server printed nothing.')
  expect(describePrinted(['x'.repeat(9_000)]).length).toBeLessThan(250)
})
