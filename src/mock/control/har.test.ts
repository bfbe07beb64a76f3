import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { alice } from '../startMock.testing.ts'
import { call, startAdmin } from './control.testing.ts'

/** Returns true, or what is wrong with an archive. */
function validate(har: unknown): unknown {
  const { har: schema, ...parts }: Record<string, object> = createRequire(import.meta.url)('har-schema')
  const ajv = new Ajv({ strict: false, formats: { uri: true, 'date-time': true, ipv4: true, ipv6: true } })
  const draft = 'http://json-schema.org/draft-07/schema#'
  for (const part of Object.values(parts)) ajv.addSchema({ ...part, $schema: draft })
  const check = ajv.compile({ ...schema, $schema: draft })
  return check(har) || check.errors
}

test('returns the journal as an HTTP Archive, oldest first, without secrets', async () => {
  const { mock, admin } = await startAdmin()
  await call(`${mock.url}/plants?limit=1&token=canary`, 'GET', undefined, { ...alice, prefer: 'delay=20' })
  await call(`${mock.url}/plants`, 'GET', undefined, { ...alice, prefer: 'fault=EMPTY_RESPONSE' }).catch(
    () => {},
  )
  await call(`${mock.url}/plants`, 'GET', undefined, { ...alice, prefer: 'scenario=many' })
  await expect.poll(() => mock.requests()[0]?.complete).toBe(true)
  const { json, headers } = await call(`${admin}/requests?format=har`)
  expect(validate(json)).toBe(true)
  expect(headers.get('content-disposition')).toBe('attachment; filename="plant-store.har"')
  expect(JSON.stringify(json)).not.toMatch(/canary|token-alice/)
  const [first, broken, long] = json.log.entries
  expect(first).toMatchObject({
    request: {
      method: 'GET',
      url: `${mock.url}/plants?limit=1&token=***`,
      queryString: [
        { name: 'limit', value: '1' },
        { name: 'token', value: '***' },
      ],
    },
    response: { status: 200, content: { mimeType: 'application/json' } },
    comment: 'rule: fixtures, scenario: normal, session: alice',
  })
  expect(first.time).toBeGreaterThan(15)
  expect(JSON.parse(first.response.content.text)).toHaveLength(1)
  expect(broken.response.status).toBe(0)
  expect(broken.comment).toContain('fault: EMPTY_RESPONSE')
  expect(long.response.content.comment).toBe('the start of the body')
  const filtered = await call(`${admin}/requests?format=har&limit=1`)
  expect(filtered.json.log.entries).toHaveLength(1)
  expect((await call(`${admin}/requests?format=zip`)).status).toBe(400)
})
