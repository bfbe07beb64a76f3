import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { MockEvent } from '../mockEvent.ts'
import { startTestMock } from '../startMock.testing.ts'
import { PLANTS, sendJson, startService } from './upstream.testing.ts'

function createFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'recorded-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'plants.json')
}

const ask = async (url: string, token: string, query = ''): Promise<{ status: number; plants: unknown }> => {
  const response = await fetch(`${url}/plants${query}`, { headers: { authorization: `Bearer ${token}` } })
  return { status: response.status, plants: await response.json() }
}

test('records what each user gets, and replays it without the service', async () => {
  const record = createFile()
  const ann = 'canary-token-of-ann'
  const service = await startService((request, response) => {
    const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
    const all = token === ann ? [...PLANTS, { name: token }] : token === 'broken' ? [1] : []
    const status = token === 'refused' ? 401 : 200
    const limit = Number(new URL(request.url ?? '', 'http://x').searchParams.get('limit') ?? 9)
    sendJson(status, all.slice(0, limit))(request, response)
  })
  const mock = await startTestMock({ upstream: service.url, record })
  await ask(mock.url, ann, '?limit=1')
  await ask(mock.url, ann)
  await ask(mock.url, ann, '?limit=2')
  for (const token of ['canary-token-of-bob', 'broken', 'refused']) await ask(mock.url, token)
  await mock.close()
  await service.stop()
  const text = readFileSync(record, 'utf8')
  expect(text).not.toContain('canary')
  expect(JSON.parse(text).users).toEqual([
    { name: 'user-1', token: 'recorded-1', plants: [...PLANTS, { name: '***' }] },
    { name: 'user-2', token: 'recorded-2', plants: [] },
  ])
  const replay = await startTestMock({ fixtures: record })
  expect((await ask(replay.url, 'recorded-1', '?limit=2')).plants).toEqual(PLANTS)
  expect((await ask(replay.url, 'recorded-2')).plants).toEqual([])
  const again = await startTestMock({ upstream: service.url, record, fixtures: record })
  expect((await ask(again.url, ann)).plants).toHaveLength(3)
})

test('a later list replaces an earlier one, and is written while the mock runs', async () => {
  const record = createFile()
  let plants: unknown[] = PLANTS
  const service = await startService((request, response) => sendJson(200, plants)(request, response))
  const mock = await startTestMock({ upstream: service.url, record })
  const recorded = () =>
    existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')).users[0].plants : undefined
  await ask(mock.url, 'ann')
  await expect.poll(recorded).toEqual(PLANTS)
  plants = [{ name: 'Only one' }]
  await ask(mock.url, 'ann')
  await expect.poll(recorded).toEqual(plants)
})

test('replaces only a recording', async () => {
  const record = createFile()
  const { url: upstream } = await startService()
  writeFileSync(record, JSON.stringify([{ name: 'My own fern' }]))
  await expect(startTestMock({ upstream, record })).rejects.toThrow('exists and is not a recording')
  await expect(startTestMock({ upstream, record: 'plants.yaml' })).rejects.toThrow(
    'record: expected a file that ends in .json, got "plants.yaml"',
  )
})

test('reports that it cannot write', async () => {
  const record = createFile()
  const service = await startService()
  const mock = await startTestMock({ upstream: service.url, record })
  const events: MockEvent[] = []
  mock.on((event) => events.push(event))
  await ask(mock.url, 'ann')
  rmSync(join(record, '..'), { recursive: true })
  await expect
    .poll(() => events.find(({ type }) => type === 'record-failed'))
    .toMatchObject({ file: record, message: expect.stringContaining('ENOENT') })
})
