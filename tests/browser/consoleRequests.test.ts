import { expect, test } from 'vitest'
import { eventually, openConsole, readClipboard, waitUntilLoaded } from './browser.testing.ts'

test('sends the request that the form describes, and shows the response and the rule behind it', async () => {
  const opened = await openConsole()
  const { page, response } = opened
  await waitUntilLoaded(opened)
  await page.locator('#user').selectOption('bob')
  await page.locator('#limit').fill('2')
  await page.locator('#prefer').fill('delay=30')
  await page.locator('#session').fill('worker-7')
  await page.keyboard.press('Enter')
  await response.getByText('200 OK').waitFor()
  const shown = await response.innerText()
  expect(shown).toContain('2 plants')
  expect(shown).toContain('Dionaea muscipula')
  expect(shown).toMatch(/Rule\s+fixtures/)
  expect(shown).toMatch(/Applied\s+delay=30/)
  expect(await response.getByRole('status').innerText()).toMatch(/^200 OK\s+2 plants · \d/)
})

test('invalid limits can be sent', async () => {
  const opened = await openConsole()
  const { page, response } = opened
  await waitUntilLoaded(opened)
  await page.locator('#user').selectOption('alice')
  await page.locator('#limit').fill('ten')
  expect(await page.locator('#target').textContent()).toMatch(/\?limit=ten$/)
  await page.getByRole('button', { name: 'Send' }).click()
  await response.getByText('400 Bad Request').waitFor()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await response.getByText('30 plants').waitFor()
})

test('a request that a fault breaks leads to the journal, which explains each fault differently', async () => {
  const opened = await openConsole()
  const { page, response, journal } = opened
  await waitUntilLoaded(opened)
  const options = await page
    .locator('#outcome option')
    .evaluateAll((all: { value: string }[]) => all.map(({ value }) => value))
  const faults = options.filter((value) => value.startsWith('fault='))
  expect(faults.length).toBe(3)
  for (const fault of faults) {
    await page.locator('#outcome').selectOption(fault)
    await page.getByRole('button', { name: 'Send' }).click()
    await response.getByText('The journal does').waitFor()
    await page.getByRole('button', { name: 'Send' }).waitFor()
  }
  for (const name of ['connection reset', 'no response', 'half a body'])
    await journal.getByText(name, { exact: true }).first().waitFor()
  await journal.getByText('half a body').first().click()
  await journal.getByText('The connection closed before the body was complete.').first().waitFor()
})

test('a slow request can be stopped', async () => {
  const opened = await openConsole()
  const { page, response } = opened
  await waitUntilLoaded(opened)
  await page.locator('#speed').selectOption('delay=30000')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await response.getByText('Stopped').waitFor()
  await page.getByRole('button', { name: 'Send' }).waitFor()
})

test('curl and fetch describe the request in the form', async () => {
  const opened = await openConsole()
  const { mock, page } = opened
  await waitUntilLoaded(opened)
  await page.locator('#user').selectOption('alice')
  await page.locator('#limit').fill('1')
  await page.locator('#outcome').selectOption('code=503')
  await page.getByText('As code', { exact: true }).click()
  const snippets = page.locator('#request-form pre')
  expect(await snippets.first().textContent()).toBe(
    `curl -si -H 'Authorization: Bearer token-alice' -H 'Prefer: code=503' '${mock.url}/plants?limit=1'`,
  )
  const code = await snippets.last().textContent()
  expect(code).toContain("'Prefer': 'code=503'")
  await page.getByRole('button', { name: 'Copy request as fetch' }).click()
  await eventually(() => readClipboard(page)).toBe(code)
})

test('shows the plants of a response as cards, and its JSON and headers one click away', async () => {
  const opened = await openConsole()
  const { page, response } = opened
  await waitUntilLoaded(opened)
  await page.locator('#user').selectOption('bob')
  await page.getByRole('button', { name: 'Send' }).click()
  expect(await response.locator('.plants > li').allInnerTexts()).toEqual([
    expect.stringMatching(/^Dionaea muscipula\s+carnivorous plant$/),
    expect.stringMatching(/^Drosera capensis\s+/),
    expect.stringMatching(/^Cycas revoluta\s+/),
    expect.stringMatching(/^Vanilla planifolia\s+/),
  ])
  await response.getByText('JSON', { exact: true }).press('Enter')
  await response.getByText('"Drosera capensis"').waitFor()
  await response.getByText(/^Headers \d+$/).press('Enter')
  await response.getByText('x-plant-store-rule', { exact: true }).waitFor()
})

test('shows the first 400 lines of ten thousand plants', async () => {
  const opened = await openConsole({ settings: { scenario: 'many' } })
  const { page, response } = opened
  await waitUntilLoaded(opened)
  await page.locator('#user').selectOption('alice')
  await page.getByRole('button', { name: 'Send' }).click()
  await response.getByRole('status').getByText('10,000 plants').waitFor()
  expect(await response.locator('.plants > li').count()).toBe(120)
  await response.getByRole('button', { name: 'Show all 10,000 plants' }).click()
  expect(await response.locator('.plants > li').count()).toBe(10_000)
  await response.getByText('JSON', { exact: true }).click()
  const lines = async (): Promise<number> => (await response.locator('pre').innerText()).split('\n').length
  expect(await lines()).toBe(400)
  await response.getByRole('button', { name: /Show all .* lines/ }).click()
  expect(await lines()).toBeGreaterThan(30_000)
})
