import { appendFileSync, cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMock } from '../../src/mock/startMock.ts'
import { eventually, openConsole, waitUntilLoaded } from './browser.testing.ts'

const ALICE = { authorization: 'Bearer token-alice' }

async function fetchPlants(url: string, headers: Record<string, string>): Promise<unknown> {
  return (await fetch(`${url}/plants`, { headers })).json()
}

test('choosing a scenario changes the responses, and a reset undoes it', async () => {
  const opened = await openConsole()
  const { mock, page } = opened
  await waitUntilLoaded(opened)
  const plants = () => fetchPlants(mock.url, ALICE)
  await page.locator('input[value=one]').check()
  await eventually(() => page.locator('#scenario-current').textContent()).toBe('one')
  expect(await plants()).toHaveLength(1)
  await page.getByRole('button', { name: 'Reset mock' }).click()
  await eventually(() => page.locator('#scenario-current').textContent()).toBe('normal')
  expect(await plants()).toHaveLength(30)
})

test('a scenario can apply to one session only', async () => {
  const opened = await openConsole()
  const { mock, page } = opened
  await waitUntilLoaded(opened)
  const plantsFor = (session: string) => fetchPlants(mock.url, { ...ALICE, 'x-plant-store-session': session })
  await page.getByText('one session').click()
  await page.getByLabel('Session name').fill('worker-1')
  await page.getByRole('radio', { name: /^empty / }).check()
  await page.getByText('worker-1: empty').waitFor()
  expect(await plantsFor('worker-1')).toHaveLength(0)
  expect(await plantsFor('worker-2')).toHaveLength(30)
  await page.getByText('all sessions').click()
  expect(await page.getByRole('radio', { name: /^normal / }).isChecked()).toBe(true)
})

test('settings can be applied and cleared, and an invalid one is explained', async () => {
  const opened = await openConsole()
  const { mock, page } = opened
  await waitUntilLoaded(opened)
  await page.locator('#setting-code').fill('418')
  await page.locator('#setting-message').fill('short and stout')
  await page.locator('#setting-delay').fill('10-20')
  await page.getByRole('button', { name: 'Apply settings' }).click()
  await page.locator('#settings-note', { hasText: 'Settings applied.' }).waitFor()
  const response = await fetch(`${mock.url}/plants`, { headers: ALICE })
  expect(response.status).toBe(418)
  expect(await response.json()).toEqual({ error: 418, message: 'short and stout' })
  await page.locator('#setting-code').fill('99')
  await page.getByRole('button', { name: 'Apply settings' }).click()
  await page.locator('#settings-note', { hasText: 'Not applied: code: expected an HTTP status' }).waitFor()
  await page.locator('#settings-clear').click()
  await page.locator('#settings-note', { hasText: 'Settings cleared.' }).waitFor()
  expect((await fetch(`${mock.url}/plants`, { headers: ALICE })).status).toBe(200)
})

test('shows changes that others make', async () => {
  const opened = await openConsole()
  const { mock, page } = opened
  await waitUntilLoaded(opened)
  mock.scenario('unavailable')
  await eventually(() => page.locator('#scenario-current').textContent()).toBe('unavailable')
  mock.settings({ fixedDelay: 40 })
  await eventually(() => page.locator('#setting-delay').inputValue()).toBe('40')
})

test('the journal shows requests from before and after the page was opened', async () => {
  const opened = await openConsole()
  const { mock, page, journal } = opened
  await waitUntilLoaded(opened)
  await fetch(`${mock.url}/plants?limit=5`, { headers: ALICE })
  await journal.getByText('/plants?limit=5').waitFor()
  await fetch(`${mock.url}/plant`, { headers: ALICE })
  await journal.getByText('404').waitFor()
  await page.reload()
  await journal.getByText('/plants?limit=5').waitFor()
  await page.getByLabel(/Only unmatched/).check()
  await eventually(() => journal.getByText('/plants?limit=5').isVisible()).toBe(false)
  await journal.locator('summary', { hasText: '404' }).click()
  await journal
    .getByText(/\/plants\?/)
    .first()
    .waitFor()
  expect(await journal.locator('dl').innerText()).toMatch(/Hint\s+/)
  await page.getByRole('button', { name: 'Clear journal' }).click()
  await eventually(() => journal.locator('li').count()).toBe(0)
  expect(mock.requests()).toEqual([])
})

test('the journal keeps the newest 500 of many requests', async () => {
  const opened = await openConsole()
  const { mock, page, journal } = opened
  await waitUntilLoaded(opened)
  for (let index = 1; index <= 700; index++) await fetch(`${mock.url}/plants?limit=${index}`)
  await journal.getByText('/plants?limit=700').waitFor()
  expect(await journal.locator('li').count()).toBe(500)
  expect(await journal.locator('.target').first().innerText()).toBe('GET /plants?limit=700')
  expect(await page.locator('#journal-count').textContent()).toBe('500 or more')
})

test('the page reconnects when the mock restarts', async () => {
  const opened = await openConsole()
  const { mock, page } = opened
  await waitUntilLoaded(opened)
  const { port } = mock
  await mock.close()
  await page.locator('#connection[data-state=lost]').waitFor()
  const next = await startMock({ port, settings: { scenario: 'many' } })
  await page.locator('#connection[data-state=live]').waitFor()
  await eventually(() => page.locator('#scenario-current').textContent()).toBe('many')
  await next.close()
})

test('shows reloaded fixtures, and the file and line of a mistake in them', async () => {
  const fixtures = mkdtempSync(join(tmpdir(), 'plant-store-fixtures-'))
  cpSync('fixtures', fixtures, { recursive: true })
  const opened = await openConsole({ fixtures, watch: true })
  const { page } = opened
  await waitUntilLoaded(opened)
  appendFileSync(join(fixtures, 'users.yaml'), '\ncarol: { token: token-carol, plants: [basil] }\n')
  await page.locator('#users').getByText('token-carol').waitFor()
  await page.getByText('Fixtures reloaded').waitFor()
  writeFileSync(join(fixtures, 'users.yaml'), 'alice: { token: token-alice, plants: [no-such-plant] }\n')
  await page.getByText(/users\.yaml:1.*no-such-plant/).waitFor()
  expect(await page.locator('#notices .notice').count()).toBe(1)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  expect(await page.locator('#notices .notice').count()).toBe(0)
})

test('everything works with the keyboard', async () => {
  const opened = await openConsole()
  const { page, response } = opened
  await waitUntilLoaded(opened)
  const focus = (): Promise<unknown> =>
    page.evaluate('document.activeElement.id || document.activeElement.value')
  const tabTo = async (id: string): Promise<void> => {
    for (let presses = 0; presses < 60; presses++) {
      if ((await focus()) === id) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab never reached ${id}`)
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await tabTo('user')
  await page.keyboard.press('ArrowDown')
  await tabTo('limit')
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await response.waitFor()
  await tabTo('send')
  await page.keyboard.press('Enter')
  await response.locator('.status').waitFor()
  await tabTo('normal')
  await page.keyboard.press('ArrowDown')
  await eventually(() => page.locator('#scenario-current').textContent()).not.toBe('normal')
  await tabTo('reset')
})
