import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { MockEvent } from './core.ts'
import { builtInFixtures } from './mockOptions.ts'
import { type Mock, startMock } from './startMock.ts'

vi.setConfig({ testTimeout: 20_000 })

async function start(): Promise<{ mock: Mock; folder: string; events: MockEvent[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'watched-'))
  cpSync(builtInFixtures, folder, { recursive: true })
  const mock = await startMock({ port: 0, fixtures: folder, watch: true })
  onTestFinished(async () => {
    await mock.close()
    rmSync(folder, { recursive: true })
  })
  const events: MockEvent[] = []
  mock.on((event) => events.push(event))
  // Or what is saved next could have been saved at the very moment at which the mock began to look.
  await new Promise((resolve) => setTimeout(resolve, 20))
  return { mock, folder, events }
}

async function names({ url }: Mock): Promise<string[]> {
  const response = await fetch(`${url}/plants`, { headers: { authorization: 'Bearer token-alice' } })
  return ((await response.json()) as { name: string }[]).map(({ name }) => name)
}

const SMALL_USERS = 'alice:\n  token: token-alice\n  plants: [fern]\n'

test('fixtures are served as they are saved', async () => {
  const { mock, folder, events } = await start()
  writeFileSync(join(folder, 'plants.yaml'), 'fern: { name: A new fern }\n')
  writeFileSync(join(folder, 'users.yaml'), SMALL_USERS)
  await expect.poll(() => names(mock), { timeout: 10_000 }).toEqual(['A new fern'])
  expect(events.some(({ type }) => type === 'reload')).toBe(true)
})

test('of a bad save is told, and the last good fixtures are served', async () => {
  const { mock, folder, events } = await start()
  const before = await names(mock)
  const file = join(folder, 'plants.yaml')
  writeFileSync(file, 'monstera: { name: Monstera }\n\nfern: { nam: Fern }\n')
  await expect
    .poll(() => events.find(({ type }) => type === 'reload-failed'), { timeout: 10_000 })
    .toMatchObject({ file, line: 3, message: expect.stringContaining('plant "fern"') })
  expect(await names(mock)).toEqual(before)
  writeFileSync(join(folder, 'users.yaml'), SMALL_USERS)
  writeFileSync(file, 'fern: { name: Mended }\n')
  await expect.poll(() => names(mock), { timeout: 10_000 }).toEqual(['Mended'])
})

test('a scenario that is added can be chosen, and what sessions have behind them stays', async () => {
  const { mock, folder } = await start()
  mock.scenario('flaky')
  const status = async () =>
    (await fetch(`${mock.url}/plants`, { headers: { authorization: 'Bearer token-bob' } })).status
  expect([await status(), await status()]).toEqual([503, 503])
  writeFileSync(join(folder, 'scenarios', 'two.yaml'), 'title: Two\nplants: [{ name: a }, { name: b }]\n')
  await expect
    .poll(() => mock.scenarios().scenarios.map(({ name }) => name), { timeout: 10_000 })
    .toContain('two')
  expect(await status()).toBe(200)
  mock.scenario('two')
  expect(await names(mock)).toEqual(['a', 'b'])
})

test('a folder that was moved away and comes back is watched again', async () => {
  const { mock, folder } = await start()
  renameSync(folder, `${folder}-away`)
  await new Promise((resolve) => setTimeout(resolve, 600))
  renameSync(`${folder}-away`, folder)
  await new Promise((resolve) => setTimeout(resolve, 600))
  writeFileSync(join(folder, 'plants.yaml'), 'fern: { name: Back again }\n')
  writeFileSync(join(folder, 'users.yaml'), SMALL_USERS)
  await expect.poll(() => names(mock), { timeout: 10_000 }).toEqual(['Back again'])
})
