import { expect, test } from 'vitest'
import { call, startAdmin } from './control.testing.ts'

test('other machines need the admin token', async () => {
  const { admin } = await startAdmin()
  for (const headers of [
    { host: 'plants.example.com' },
    { 'x-forwarded-for': '10.0.0.1' },
    { forwarded: 'for=10.0.0.1' },
  ])
    expect((await sendRaw(`${admin}/health`, headers)).status).toBe(403)
  const open = await startAdmin({ adminToken: 'open-sesame' })
  const far = { host: 'plants.example.com' }
  const refused = await sendRaw(`${open.admin}/health`, far)
  expect(refused.status).toBe(401)
  expect(refused.challenge).toContain('Bearer')
  expect((await sendRaw(`${open.admin}/health`, { ...far, authorization: 'Bearer open' })).status).toBe(401)
  expect(
    (await sendRaw(`${open.admin}/health`, { ...far, authorization: 'Bearer open-sesame' })).status,
  ).toBe(200)
  expect((await sendRaw(`${open.admin}/health`, {})).status).toBe(200)
})

test('pages of other origins need the admin token', async () => {
  const { mock, admin } = await startAdmin()
  const origin = 'https://evil.example'
  expect((await call(`${admin}/reset`, 'POST', undefined, { origin })).status).toBe(403)
  expect((await call(`${admin}/health`, 'GET', undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(
    403,
  )
  expect((await call(`${admin}/health`)).headers.get('access-control-allow-origin')).toBeNull()
  expect((await call(`${admin}/reset`, 'POST', undefined, { origin: new URL(mock.url).origin })).status).toBe(
    200,
  )
  const open = await startAdmin({ adminToken: 'open-sesame' })
  const authorization = 'Bearer open-sesame'
  const allowed = await call(`${open.admin}/reset`, 'POST', undefined, { origin, authorization })
  expect(allowed.status).toBe(200)
  expect(allowed.headers.get('access-control-allow-origin')).toBe('*')
  expect((await call(`${open.admin}/reset`, 'POST', undefined, { origin })).status).toBe(403)
  const preflight = await call(`${open.admin}/scenario`, 'OPTIONS', undefined, {
    origin,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization',
  })
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
})

/** Sends a request with any Host header, which fetch does not allow. */
async function sendRaw(url: string, headers: Record<string, string>) {
  const { request } = await import('node:http')
  return new Promise<{ status: number | undefined; challenge: string | undefined }>((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume()
      resolve({ status: response.statusCode, challenge: response.headers['www-authenticate'] })
    })
      .on('error', reject)
      .end()
  })
}

test.each(['evil.com/.localhost', 'evil.com, a.localhost', 'localhost.evil.com', 'localhost:1@evil'])(
  'the host name %s is not local',
  async (host) => {
    const { admin } = await startAdmin()
    expect([400, 403]).toContain((await sendRaw(`${admin}/health`, { host })).status)
  },
)
