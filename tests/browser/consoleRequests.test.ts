import { expect, test } from 'vitest'
import { eventually, openConsole, readClipboard, waitUntilLoaded } from './browser.testing.ts'

test('sends the request that the form describes, and shows the response and the rule behind it', async () => {
  const opened = await openConsole()
  const { page, response } = opened
  await waitUntilLoaded(opened)
  await page.locator('#user').selectOption('bob')
  await page.locator('#limit').fill('2')
  await page.getByText('More options').click()
  await page.locator('#prefer').fill('delay=30')
  await page.locator('#session').fill('worker-7')
  await page.keyboard.press('Enter')
  await response.getByText('200 OK').waitFor()
  const shown = await response.innerText()
  expect(shown).toContain('2 plants')
  expect(shown).toContain('Dionaea muscipula')
  expect(shown).toMatch(/Rule\s+fixtures/)
  expect(shown).toMatch(/Applied\s+delay=30/)
  expect(await page.locator('#announcer').textContent()).toMatch(/^200 OK, 2 plants, \d/)
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

test('an unknown token gets a 401', async () => {
  const opened = await openConsole()
  const { page, response } = opened
  await waitUntilLoaded(opened)
  await page.locator('#user').selectOption('unknown')
  await page.getByRole('button', { name: 'Send' }).click()
  await response.getByText('401 Unauthorized').waitFor()
  expect(await response.innerText()).toMatch(/Rule\s+bad-token/)
})

test('explains each fault differently', async () => {
  const opened = await openConsole()
  const { page, response } = opened
  await waitUntilLoaded(opened)
  await page.locator('#user').selectOption('alice')
  const options = await page
    .locator('#outcome option')
    .evaluateAll((all: { value: string }[]) => all.map(({ value }) => value))
  const faults = options.flatMap((value) => /^fault=(.*)/.exec(value)?.[1] ?? [])
  expect(faults.length).toBe(4)
  const explanations = new Set<string>()
  for (const fault of faults) {
    await page.locator('#outcome').selectOption(`fault=${fault}`)
    await page.getByRole('button', { name: 'Send' }).click()
    const notice = response.getByText(`(fault ${fault})`)
    await notice.waitFor()
    explanations.add((await notice.innerText()).split(' (')[0] ?? '')
  }
  expect(explanations.size).toBe(4)
})

test('explains a fault that the scenario causes', async () => {
  const opened = await openConsole({ settings: { scenario: 'connection-reset' } })
  const { page, response } = opened
  await waitUntilLoaded(opened)
  await page.getByRole('button', { name: 'Send' }).click()
  await response.getByText('(fault CONNECTION_RESET_BY_PEER)').waitFor()
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

test('curl, fetch and the URL describe the request in the form', async () => {
  const opened = await openConsole()
  const { mock, page } = opened
  await waitUntilLoaded(opened)
  await page.locator('#user').selectOption('alice')
  await page.locator('#limit').fill('1')
  await page.locator('#outcome').selectOption('code=503')
  await page.getByText('As code', { exact: true }).click()
  const snippet = (language: string) => page.locator('#request-form .code', { hasText: language })
  expect(await page.locator('#request-form pre').first().textContent()).toBe(
    `curl -si -H 'Authorization: Bearer token-alice' -H 'Prefer: code=503' '${mock.url}/plants?limit=1'`,
  )
  expect(await snippet('await fetch').textContent()).toContain("Prefer: 'code=503'")
  const url = (await page.locator('#request-form pre').last().textContent()) ?? ''
  expect((await fetch(url)).status).toBe(503)
  await page.getByRole('button', { name: 'Copy request as URL' }).click()
  await eventually(() => readClipboard(page)).toBe(url)
})

test('every preset is a preference that the mock accepts', async () => {
  const opened = await openConsole()
  const { page } = opened
  await waitUntilLoaded(opened)
  await page.getByText('As code', { exact: true }).click()
  for (const id of ['speed', 'outcome']) {
    const values = await page
      .locator(`#${id} option`)
      .evaluateAll((all: { value: string }[]) => all.map(({ value }) => value))
    expect(values.length).toBeGreaterThan(5)
    for (const value of values.filter((each) => /^(?:delay|code)/.test(each))) {
      await page.locator(`#${id}`).selectOption(value)
      const url = await page.locator('#request-form pre').last().textContent()
      const quick = `${url}`.replace('__delay=30000', '__delay=30').replace('__delay=2000', '__delay=20')
      expect((await fetch(quick)).headers.get('x-plant-store-rule'), value).not.toBe('bad-preference')
    }
    await page.locator(`#${id}`).selectOption('')
  }
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
  await response.getByText('10,000 plants', { exact: true }).waitFor()
  expect(await response.locator('.plants > li').count()).toBe(120)
  await response.getByRole('button', { name: 'Show all 10,000 plants' }).click()
  expect(await response.locator('.plants > li').count()).toBe(10_000)
  await response.getByText('JSON', { exact: true }).click()
  const lines = async (): Promise<number> => (await response.locator('pre').innerText()).split('\n').length
  expect(await lines()).toBe(400)
  await response.getByRole('button', { name: /Show all .* lines/ }).click()
  expect(await lines()).toBeGreaterThan(30_000)
})
