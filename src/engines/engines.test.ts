import { createRequire } from 'node:module'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFolder } from '../../tests/folder.testing.ts'
import { readContract } from '../contract/readContract.ts'
import { startDredd } from './dredd.ts'
import { startPrism } from './prism.ts'
import {
  correctAnswers,
  createTestClient,
  engineRequest,
  judgeWith,
  listClaims,
  noToken,
  startSmallServer,
} from './smallServer.testing.ts'

test('Prism reports only wrong statuses, media types and bodies, and the requests that it could not judge', async () => {
  const server = await startSmallServer()
  const wrong = [
    'name is a number',
    'many wrong names',
    'error is a string',
    'error past int32',
    'html',
    'created',
  ]
  const beyondIt = ['not implemented', 'cut JSON', 'malformed type', 'type sent twice', 'hang up']
  const requests = [
    ...[...beyondIt, ...wrong, ...correctAnswers].map((answer) => engineRequest(answer)),
    engineRequest('unauthorized in HTML', { credential: noToken }),
    ...['limit=abc', 'limit=', 'limit=1&limit=2', 'limit=-1'].map((query) =>
      engineRequest('good', { query }),
    ),
  ]
  const outcome = await judgeWith(startPrism, `${server.origin}/api/v1/plants`, requests)
  expect(outcome).toMatchObject({ name: 'prism', status: 'completed' })
  expect(outcome.version).toMatch(/^5\./)
  expect(listClaims(outcome)).toEqual([
    'created: status',
    'error is a string: body',
    'error past int32: body',
    'html: media type',
    'many wrong names: body',
    'name is a number: body',
  ])
  expect(
    outcome.claims.find(({ exchange }) => outcome.exchanges[exchange]?.probe.id === 'name is a number')
      ?.message,
  ).toBe('Response body property 0.name must be string')
  const judged = new Set(outcome.exchanges.map(({ probe }) => probe.id))
  expect([...judged].sort()).toEqual([...wrong, ...correctAnswers].sort())
  expect(outcome.detail).toContain('judged 17 requests')
  expect(outcome.detail).toContain('skipped 2: status 501 (1), status 401 (1)')
  expect(outcome.detail).toContain('could not judge 1: ')
  expect(outcome.detail).toContain('could not read 3 responses')
  const fields = outcome.exchanges.flatMap(({ response }) =>
    response.fields.map(([name]) => name.toLowerCase()),
  )
  expect(fields).not.toContain('sl-violations')
  expect(new Set(server.received.map((path) => path.split('?')[0]))).toEqual(new Set(['/api/v1/plants']))
  expect(server.received).toContain('/api/v1/plants?limit=1&limit=2')
})

test('if Prism can read no response, the run does not use Prism, because the responses may be valid', async () => {
  const server = await startSmallServer()
  const outcome = await judgeWith(startPrism, `${server.origin}/plants`, [engineRequest('trailer')])
  expect(outcome).toMatchObject({ status: 'skipped', detail: 'judged 0 requests; could not read 1 response' })
})

test('Prism gets no reference to another file, because it would download this file', async () => {
  const server = await startSmallServer()
  const other = { $ref: `${server.origin}/other.json` }
  const text = JSON.stringify({ ...Object(readContract().document), 'x-other': other })
  const folder = createFolder({ 'contract.json': text })
  const engine = startPrism({ contract: readContract(`${folder}/contract.json`), timeout: 2_000 })
  const client = createTestClient()
  const target = { url: `${server.origin}/plants`, forward: client.forward }
  expect(await engine.judge([engineRequest('good')], target)).toMatchObject({ detail: 'judged 1 request' })
  client.close()
  expect(server.received).toEqual(['/plants'])
})

test("if the proxy's packages are missing, Prism's command runs instead", async () => {
  const server = await startSmallServer()
  const folder = 'node_modules/@stoplight/prism-cli'
  const command = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js')
  const project = createFolder({
    [`${folder}/package.json`]:
      '{"name": "@stoplight/prism-cli", "version": "99.0.0", "bin": {"prism": "all.js"}}',
    [`${folder}/all.js`]: `require(${JSON.stringify(command)})`,
  })
  vi.spyOn(process, 'cwd').mockReturnValue(project)
  onTestFinished(() => void vi.restoreAllMocks())
  const requests = ['name is a number', 'good'].map((answer) => engineRequest(answer))
  const outcome = await judgeWith(startPrism, `${server.origin}/v1/plants`, requests)
  expect(outcome).toMatchObject({ version: '99.0.0', status: 'completed', detail: 'judged 2 requests' })
  expect(listClaims(outcome)).toEqual(['name is a number: body'])
})

test('Dredd reports only wrong statuses, media types and bodies, and the requests that it could not judge', async () => {
  const server = await startSmallServer()
  const wrong = ['name is a number', 'error is a string', 'error past int32', 'html', 'created', 'cut JSON']
  const requests = [
    ...[...wrong, 'not implemented', 'hang up', 'type sent twice', ...correctAnswers].map((answer) =>
      engineRequest(answer),
    ),
    engineRequest('unauthorized in HTML', { credential: noToken }),
    ...['limit=%', 'limit=', 'limit=1&limit=2'].map((query) => engineRequest('good', { query })),
    // The responses to these requests differ from the responses to the kit's own requests.
    { ...engineRequest('throttled'), status: 200 },
    { ...engineRequest('moved for good'), status: 200 },
    { ...engineRequest('unauthorized in HTML', { limit: 'outside' }), status: 400 },
    { ...engineRequest('good error', { limit: 'open' }), status: 200 },
  ]
  const outcome = await judgeWith(startDredd, `${server.origin}/api/v1/plants`, requests)
  expect(outcome).toMatchObject({ name: 'dredd', status: 'completed' })
  expect(outcome.version).toMatch(/^14\./)
  expect(listClaims(outcome)).toEqual([
    'created: status',
    'cut JSON: body',
    'error is a string: body',
    'error past int32: body',
    'html: body',
    'html: media type',
    'name is a number: body',
    'not implemented: status',
  ])
  expect(
    outcome.claims.find(({ exchange }) => outcome.exchanges[exchange]?.probe.id === 'created')?.message,
  ).toBe("Expected status code '200', but got '201'.")
  expect(outcome.detail).toBe(
    'judged 19 requests; skipped 1: status 401 (1); could not judge 4: the connection closed without a response (1), status 429 when the request was repeated (1), status 301 when the request was repeated (1), status 401 when the request was repeated (1)',
  )
  const queries = server.received.filter((path) => path.includes('?'))
  expect(queries).toEqual(['limit=%', 'limit=', 'limit=1&limit=2'].map((query) => `/api/v1/plants?${query}`))
  expect(new Set(server.received.map((path) => path.split('?')[0]))).toEqual(new Set(['/api/v1/plants']))
})
