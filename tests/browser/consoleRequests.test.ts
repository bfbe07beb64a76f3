import { expect, test } from 'vitest'
import { eventually, open, ready } from './browser.testing.ts'

test('a request is built, and its answer shows with what chose it', async () => {
  const opened = await open()
  const { page, answer } = opened
  await ready(opened)
  await page.locator('#who').selectOption('user:bob')
  await page.locator('#limit').fill('2')
  await page.locator('#prefer-delay').fill('30')
  await page.locator('#session').fill('worker-7')
  await page.keyboard.press('Enter')
  await answer.getByText('200 OK').waitFor()
  const shown = await answer.innerText()
  expect(shown).toContain('2 plants')
  expect(shown).toContain('Dionaea muscipula')
  expect(shown).toMatch(/Rule\s+fixtures/)
  expect(shown).toMatch(/Applied\s+delay=30/)
  expect(await page.locator('#announcer').textContent()).toMatch(/^200 OK, 2 plants, \d/)
})

test('bad limits can be sent: words, and nothing at all', async () => {
  const opened = await open()
  const { page, answer } = opened
  await ready(opened)
  await page.locator('#who').selectOption('user:alice')
  await page.locator('#limit').fill('ten')
  await page.getByRole('button', { name: 'Send' }).click()
  await answer.getByText('400 Bad Request').waitFor()
  await page.locator('#limit').fill('')
  await page.getByLabel('send it empty').check()
  expect(await page.locator('#target').textContent()).toMatch(/\?limit=$/)
  await page.getByLabel('send it empty').uncheck()
  await page.getByRole('button', { name: 'Send' }).click()
  await answer.getByText('30 plants').waitFor()
})

test('what is no token of anybody gets its 401', async () => {
  const opened = await open()
  const { page, answer } = opened
  await ready(opened)
  await page.locator('#who').selectOption('other')
  await page.getByLabel('Token', { exact: true }).fill('nobody')
  await page.getByRole('button', { name: 'Send' }).click()
  await answer.getByText('401 Unauthorized').waitFor()
  expect(await answer.innerText()).toMatch(/Rule\s+bad-token/)
})

test('each fault is told from the others', async () => {
  const opened = await open()
  const { page, answer } = opened
  await ready(opened)
  await page.locator('#who').selectOption('user:alice')
  const faults = await page.locator('#prefer-fault option').allTextContents()
  expect(faults.length).toBe(6)
  const told = new Set<string>()
  for (const fault of faults.slice(1)) {
    await page.locator('#prefer-fault').selectOption(fault)
    await page.getByRole('button', { name: 'Send' }).click()
    const notice = answer.getByText(`this is what fault ${fault} does`)
    await notice.waitFor()
    told.add((await notice.innerText()).split(':')[0] ?? '')
  }
  expect(told.size).toBe(5)
})

test('a fault that the scenario brings is told too', async () => {
  const opened = await open({ settings: { scenario: 'connection-reset' } })
  const { page, answer } = opened
  await ready(opened)
  await page.getByRole('button', { name: 'Send' }).click()
  await answer.getByText('this is what fault CONNECTION_RESET_BY_PEER does').waitFor()
})

test('an answer that takes long need not be waited for', async () => {
  const opened = await open()
  const { page, answer } = opened
  await ready(opened)
  await page.locator('#prefer-delay').fill('60000')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await answer.getByText('You stopped waiting').waitFor()
  await page.getByRole('button', { name: 'Send' }).waitFor()
})

test('curl, fetch and the address reach the state that the form describes', async () => {
  const opened = await open()
  const { mock, page } = opened
  await ready(opened)
  await page.locator('#who').selectOption('user:alice')
  await page.locator('#limit').fill('1')
  await page.locator('#prefer-code').fill('503')
  const snippet = page.locator('#snippet')
  expect(await snippet.textContent()).toBe(
    `curl -si -H 'Authorization: Bearer token-alice' -H 'Prefer: code=503' '${mock.url}/plants?limit=1'`,
  )
  await page.getByText('fetch', { exact: true }).click()
  expect(await snippet.textContent()).toContain("Prefer: 'code=503'")
  await page.getByText('address', { exact: true }).click()
  const address = (await snippet.textContent()) ?? ''
  expect((await fetch(address)).status).toBe(503)
  await page.getByRole('button', { name: 'Copy this code' }).click()
  await eventually(() => page.evaluate('navigator.clipboard.readText()')).toBe(address)
})

test('ten thousand plants are shown in part at first', async () => {
  const opened = await open({ settings: { scenario: 'many' } })
  const { page, answer } = opened
  await ready(opened)
  await page.locator('#who').selectOption('user:alice')
  await page.getByRole('button', { name: 'Send' }).click()
  await answer.getByText('10,000 plants').waitFor()
  const lines = async (): Promise<number> => (await answer.locator('pre').innerText()).split('\n').length
  expect(await lines()).toBe(400)
  await answer.getByRole('button', { name: /Show all/ }).click()
  expect(await lines()).toBeGreaterThan(30_000)
})
