import { appendFileSync, cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMock } from '../../src/mock/startMock.ts'
import { eventually, open, ready } from './browser.testing.ts'

const ALICE = { authorization: 'Bearer token-alice' }

async function plantsOf(url: string, headers: Record<string, string>): Promise<unknown> {
  return (await fetch(`${url}/plants`, { headers })).json()
}

test('switching the scenario changes the answers, and resetting brings them back', async () => {
  const opened = await open()
  const { mock, page } = opened
  await ready(opened)
  const plants = () => plantsOf(mock.url, ALICE)
  await page.locator('input[value=one]').check()
  await eventually(() => page.locator('#scenario-current').textContent()).toBe('one')
  expect(await plants()).toHaveLength(1)
  await page.getByRole('button', { name: 'Reset all' }).click()
  await eventually(() => page.locator('#scenario-current').textContent()).toBe('normal')
  expect(await plants()).toHaveLength(30)
})

test('a scenario can be one session’s alone', async () => {
  const opened = await open()
  const { mock, page } = opened
  await ready(opened)
  const plantsFor = (session: string) => plantsOf(mock.url, { ...ALICE, 'x-plant-store-session': session })
  await page.getByText('one session').click()
  await page.getByLabel('Session', { exact: true }).fill('worker-1')
  await page.getByRole('radio', { name: /^empty / }).check()
  await page.getByText('worker-1: empty').waitFor()
  expect(await plantsFor('worker-1')).toHaveLength(0)
  expect(await plantsFor('worker-2')).toHaveLength(30)
  await page.getByText('everybody').click()
  expect(await page.getByRole('radio', { name: /^normal / }).isChecked()).toBe(true)
})

test('settings are applied, told where they are wrong, and cleared', async () => {
  const opened = await open()
  const { mock, page } = opened
  await ready(opened)
  await page.locator('#setting-code').fill('418')
  await page.locator('#setting-message').fill('short and stout')
  await page.locator('#setting-delay').fill('10-20')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.locator('#settings-note', { hasText: 'Applied to every answer' }).waitFor()
  const response = await fetch(`${mock.url}/plants`, { headers: ALICE })
  expect(response.status).toBe(418)
  expect(await response.json()).toEqual({ error: 418, message: 'short and stout' })
  await page.locator('#setting-code').fill('99')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page
    .locator('#settings-note', { hasText: 'Not applied: expected code to be an HTTP status' })
    .waitFor()
  await page.locator('#settings-clear').click()
  await page.locator('#settings-note', { hasText: 'Cleared.' }).waitFor()
  expect((await fetch(`${mock.url}/plants`, { headers: ALICE })).status).toBe(200)
})

test('what somebody else changes shows by itself', async () => {
  const opened = await open()
  const { mock, page } = opened
  await ready(opened)
  mock.scenario('unavailable')
  await eventually(() => page.locator('#scenario-current').textContent()).toBe('unavailable')
  mock.settings({ fixedDelay: 40 })
  await eventually(() => page.locator('#setting-delay').inputValue()).toBe('40')
})

test('the journal is live: it has what came before the page, and what comes after', async () => {
  const opened = await open()
  const { mock, page, journal } = opened
  await ready(opened)
  await fetch(`${mock.url}/plants?limit=5`, { headers: ALICE })
  await journal.getByText('/plants?limit=5').waitFor()
  await fetch(`${mock.url}/plant`, { headers: ALICE })
  await journal.getByText('404').waitFor()
  await page.reload()
  await journal.getByText('/plants?limit=5').waitFor()
  await page.getByLabel(/only unmatched/).check()
  await eventually(() => journal.getByText('/plants?limit=5').isVisible()).toBe(false)
  await journal.locator('summary', { hasText: '404' }).click()
  await journal
    .getByText(/\/plants\?/)
    .first()
    .waitFor()
  expect(await journal.locator('dl').innerText()).toMatch(/Hint\s+/)
  await page.getByRole('button', { name: 'Clear' }).last().click()
  await eventually(() => journal.locator('li').count()).toBe(0)
  expect(mock.requests()).toEqual([])
})

test('a burst leaves 500 rows, the newest on top', async () => {
  const opened = await open()
  const { mock, page, journal } = opened
  await ready(opened)
  for (let index = 1; index <= 700; index++) await fetch(`${mock.url}/plants?limit=${index}`)
  await journal.getByText('/plants?limit=700').waitFor()
  expect(await journal.locator('li').count()).toBe(500)
  expect(await journal.locator('.ask').first().innerText()).toBe('GET /plants?limit=700')
  expect(await page.locator('#journal-count').textContent()).toBe('500 or more')
})

test('the connection comes back after the mock does', async () => {
  const opened = await open()
  const { mock, page } = opened
  await ready(opened)
  const { port } = mock
  await mock.close()
  await page.locator('#connection[data-state=lost]').waitFor()
  const next = await startMock({ port, settings: { scenario: 'many' } })
  await page.locator('#connection[data-state=live]').waitFor()
  await eventually(() => page.locator('#scenario-current').textContent()).toBe('many')
  await next.close()
})

test('changed fixtures show by themselves, and a mistake in them with its place', async () => {
  const fixtures = mkdtempSync(join(tmpdir(), 'plant-store-fixtures-'))
  cpSync('fixtures', fixtures, { recursive: true })
  const opened = await open({ fixtures, watch: true })
  const { page } = opened
  await ready(opened)
  appendFileSync(join(fixtures, 'users.yaml'), '\ncarol: { token: token-carol, plants: [basil] }\n')
  await page.locator('#users').getByText('token-carol').waitFor()
  await page.getByText('Fixtures reloaded').waitFor()
  writeFileSync(join(fixtures, 'users.yaml'), 'alice: { token: token-alice, plants: [no-such-plant] }\n')
  await page.getByText(/users\.yaml:1.*no-such-plant/).waitFor()
  expect(await page.locator('#notices .notice').count()).toBe(1)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  expect(await page.locator('#notices .notice').count()).toBe(0)
})

test('the keyboard alone suffices', async () => {
  const opened = await open()
  const { page, answer } = opened
  await ready(opened)
  const focus = (): Promise<unknown> =>
    page.evaluate('document.activeElement.id || document.activeElement.value')
  const tabTo = async (id: string): Promise<void> => {
    for (let presses = 0; presses < 60; presses++) {
      if ((await focus()) === id) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${id} was not reached`)
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await tabTo('who')
  await page.keyboard.press('ArrowDown')
  await tabTo('limit')
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await answer.waitFor()
  await tabTo('send')
  await page.keyboard.press('Enter')
  await answer.locator('.status').waitFor()
  await tabTo('normal')
  await page.keyboard.press('ArrowDown')
  await eventually(() => page.locator('#scenario-current').textContent()).not.toBe('normal')
  await tabTo('reset')
})
