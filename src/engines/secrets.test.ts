import { createServer, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { suite } from '../../contract-tests/suite.ts'
import { listen } from '../../tests/listen.testing.ts'
import type { Suite } from '../judge/suite.ts'
import { verifyWith } from '../record/verifyWith.ts'
import { startDredd } from './dredd.ts'
import { startPrism } from './prism.ts'

const TOKEN = 'Zq9-secret-token-4711-xyz'
const ENGINES = { prism: startPrism, dredd: startDredd }

/** Resolves to the report on a server that repeats the token. By default, the first response is good, so that the engines start. */
async function verifyEcho(
  echo: (response: ServerResponse) => void,
  {
    engines = {},
    goodFirst = true,
    token = TOKEN,
  }: { engines?: Partial<typeof ENGINES>; goodFirst?: boolean; token?: string } = {},
) {
  let requests = 0
  const server = createServer((_request, response) => {
    requests += 1
    response.setHeader('Content-Type', 'application/json')
    if (requests === 1 && goodFirst) response.end('[{"name":"Aloe vera"}]')
    else echo(response)
  })
  const short: Suite = { ...suite, plan: (contract) => suite.plan(contract).slice(0, 2) }
  return verifyWith(`http://127.0.0.1:${await listen(server)}`, { suite: short, engines }, { token })
}

/** Expects that the report does not contain even the first eight characters of the token. */
function expectNoToken(report: object): void {
  expect(JSON.stringify(report)).not.toContain(TOKEN.slice(0, 8))
}

test("the description of Dredd's results contains no token from Content-Encoding", async () => {
  const echo = (response: ServerResponse) => response.writeHead(200, { 'Content-Encoding': TOKEN }).end('[]')
  const report = await verifyEcho(echo, { engines: { dredd: startDredd } })
  expect(report.engines.find(({ name }) => name === 'dredd')?.detail).toContain('content coding ***')
  expectNoToken(report)
})

test('the report does not contain the first part of a token, even at the end of an excerpt', async () => {
  expectNoToken(await verifyEcho((response) => response.end(`${'x'.repeat(385)}${TOKEN}`)))
  expectNoToken(await verifyEcho((response) => response.end(`[{"name":"Aloe"}, ${TOKEN}`)))
})

test('the reasons contain no token from the address of a redirect', async () => {
  const echo = (response: ServerResponse) =>
    response.writeHead(302, { Location: `http://other.example/${TOKEN}` }).end()
  const report = await verifyEcho(echo, { goodFirst: false })
  expect(report.reasons.join()).toContain('http://other.example/***')
  expectNoToken(report)
})

// A token with characters that look different in URLs, JSON and base64url.
const ODD_TOKEN = 'Zq9+qwerty/uiop~4711-xyz=='

test('a report with engines does not contain the token in other forms, such as base64', async () => {
  const bearer = `Bearer ${ODD_TOKEN}`
  const forms = [
    encodeURIComponent(ODD_TOKEN),
    encodeURIComponent(encodeURIComponent(ODD_TOKEN)),
    ODD_TOKEN.replaceAll(/\W/g, (one) => `%${one.charCodeAt(0).toString(16)}`),
    ODD_TOKEN.replaceAll('/', '\\/'),
    ODD_TOKEN.replaceAll(/\W/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
    ODD_TOKEN.replaceAll(/\W/g, (one) => `&#x${one.charCodeAt(0).toString(16)};`),
    Buffer.from(ODD_TOKEN).toString('base64'),
    Buffer.from(bearer).toString('base64'),
    Buffer.from(bearer).toString('base64url'),
    Buffer.from(`user:${ODD_TOKEN}`).toString('base64'),
  ]
  let requests = 0
  const echo = (response: ServerResponse): void => {
    requests += 1
    const form = forms[requests % forms.length] ?? ''
    response.writeHead([200, 401, 302][requests % 3] ?? 200, `Token ${form}`, {
      // A semicolon in the token would end the charset.
      'Content-Type': `application/json; charset=${form.replaceAll(';', '%3b')}`,
      'WWW-Authenticate': `Bearer realm="${form}"`,
      Location: `http://other.example/?token=${form}&a=b`,
      'Set-Cookie': `a=${form}`,
      'X-Tokens': forms,
    })
    response.end(requests % 2 === 0 ? form : `[{"name":"${forms.join()}","${form}":1,"tag":${form}`)
  }
  const report = JSON.stringify(await verifyEcho(echo, { engines: ENGINES, token: ODD_TOKEN }))
  expect(report).toContain('***')
  const pieces = [ODD_TOKEN, ...forms].flatMap((form) =>
    Array.from({ length: form.length - 7 }, (_, at) => form.slice(at, at + 8)),
  )
  expect(pieces.filter((piece) => report.includes(piece))).toEqual([])
})
