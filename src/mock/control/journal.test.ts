import { expect, test } from 'vitest'
import { alice } from '../startMock.testing.ts'
import { call, startAdmin } from './control.testing.ts'

test('lists the last 500 requests, newest first, with secrets masked', async () => {
  const { mock, admin } = await startAdmin()
  const secret = 'canary-5521'
  await call(`${mock.url}/plants?limit=2&access_token=${secret}&t%6Fken=${secret}`, 'GET', undefined, {
    ...alice,
    cookie: secret,
    'x-api-key': secret,
    'x-plant-store-session': 's1',
  })
  await call(`${mock.url}/plant`)
  const { json } = await call(`${admin}/requests`)
  expect(JSON.stringify(json)).not.toMatch(/canary|token-alice/)
  expect(json.requests).toMatchObject([
    { id: 2, method: 'GET', url: '/plant', status: 404, hint: 'did you mean /plants?' },
    {
      id: 1,
      url: '/plants?limit=2&access_token=***&t%6Fken=***',
      status: 200,
      rule: 'fixtures',
      scenario: 'normal',
      session: 's1',
      headers: { authorization: 'Bearer ***', cookie: '***', 'x-api-key': '***' },
    },
  ])
  const found = async (query: string) =>
    (await call(`${admin}/requests?${query}`)).json.requests.map(({ id }: { id: number }) => id)
  expect(await found('status=404')).toEqual([2])
  expect(await found('session=s1')).toEqual([1])
  expect(await found('limit=1')).toEqual([2])
  expect((await call(`${admin}/requests?status=none`)).status).toBe(400)
  for (let index = 0; index < 600; index++) await (await fetch(`${mock.url}/plants`)).arrayBuffer()
  const full = (await call(`${admin}/requests`)).json
  expect(full.meta).toEqual({ total: 602, kept: 500 })
  expect(full.requests[0].id).toBe(602)
  expect(full.requests.at(-1).id).toBe(103)
  await call(`${admin}/requests`, 'DELETE')
  expect((await call(`${admin}/requests`)).json.meta).toEqual({ total: 0, kept: 0 })
})

test('an entry has the user, the size, the duration and the response', async () => {
  const { mock, admin } = await startAdmin()
  await call(`${mock.url}/plants?limit=1`, 'GET', undefined, { ...alice, prefer: 'delay=30' })
  await expect.poll(() => mock.requests()[0]?.complete).toBe(true)
  const { json } = await call(`${admin}/requests/1`)
  expect(json).toMatchObject({ id: 1, user: 'alice', bytes: json.response.body.length, complete: true })
  expect(JSON.parse(json.response.body)).toHaveLength(1)
  expect(json.response.headers).toMatchObject({
    'content-length': String(json.bytes),
    'x-plant-store-rule': 'fixtures',
  })
  expect(json.durationMs).toBeGreaterThan(25)
  expect((await call(`${admin}/requests/2`)).status).toBe(404)
})

test('a response that a fault cut is not complete, and the start of a long body is kept', async () => {
  const { mock, admin } = await startAdmin({ settings: { scenario: 'many' } })
  await call(`${mock.url}/plants`, 'GET', undefined, { ...alice, prefer: 'fault=TRUNCATED_BODY' }).catch(
    () => {},
  )
  await expect.poll(() => mock.requests()[0]?.complete).toBe(false)
  const { json } = await call(`${admin}/requests/1`)
  expect(json.bytes).toBeGreaterThan(400_000)
  expect(json.response.body).toHaveLength(16_384)
})
