import { expect, test } from 'vitest'
import { startDredd } from './dredd.ts'
import {
  correctAnswers,
  engineRequest,
  judgeWith,
  listClaims,
  noToken,
  startSmallServer,
} from './smallServer.testing.ts'

test('Dredd reports nothing for a correct server, with any base path and odd requests', async () => {
  const server = await startSmallServer()
  const requests = [
    ...correctAnswers.map((answer) => engineRequest(answer)),
    engineRequest('type sent twice'),
    engineRequest('unauthorized in HTML', { credential: noToken }),
    ...['limit=%', 'limit=', 'limit=1&limit=2'].map((query) => engineRequest('good', { query })),
  ]
  const outcome = await judgeWith(startDredd, `${server.origin}/api/v1/plants`, requests)
  expect(outcome).toMatchObject({ name: 'dredd', status: 'completed', claims: [] })
  expect(outcome.detail).toBe('judged 10 requests; skipped 1: answered 401 (1)')
  expect(outcome.version).toMatch(/^14\./)
  expect(server.received).toEqual([
    ...Array(7).fill('/api/v1/plants'),
    '/api/v1/plants?limit=%',
    '/api/v1/plants?limit=',
    '/api/v1/plants?limit=1&limit=2',
  ])
})

test('Dredd reports wrong statuses, media types and bodies, and what it could not judge', async () => {
  const server = await startSmallServer()
  const wrong = ['name is a number', 'error is a string', 'error past int32', 'html', 'created', 'cut JSON']
  const requests = [
    ...[...wrong, 'not implemented', 'hang up', 'good'].map((answer) => engineRequest(answer)),
    // In each of these, the response differs from the one to the kit's own request.
    { ...engineRequest('throttled'), status: 200 },
    { ...engineRequest('moved for good'), status: 200 },
    { ...engineRequest('unauthorized in HTML', { limit: 'outside' }), status: 400 },
    { ...engineRequest('good error', { limit: 'open' }), status: 200 },
  ]
  const outcome = await judgeWith(startDredd, `${server.origin}/plants`, requests)
  expect(outcome.status).toBe('completed')
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
    'judged 9 requests; could not judge 4: the connection closed without a response (1), answered 429 this time (1), answered 301 this time (1), answered 401 this time (1)',
  )
})
