import { expect, test } from 'vitest'
import { eventually, openConsole, readClipboard, waitUntilLoaded } from './browser.testing.ts'

test('the page shows the base URL and the users, and loads nothing from other origins', async () => {
  const opened = await openConsole({ basePath: '/v1' })
  const { mock, page, problems } = opened
  await waitUntilLoaded(opened)
  expect(await page.locator('#base-url').textContent()).toBe(mock.url)
  const rows = await page.locator('#users tr').allInnerTexts()
  expect(rows.map((row) => row.split(/\s+/).slice(0, 3))).toEqual([
    ['alice', '30', 'token-alice'],
    ['bob', '4', 'token-bob'],
    ['empty', '0', 'token-empty'],
  ])
  expect(await page.locator('#facts').innerText()).toMatch(/Plant Store 1\.0\.0/)
  expect(problems).toEqual([])
})

test('the base URL and every token can be copied', async () => {
  const opened = await openConsole()
  const { mock, page } = opened
  await waitUntilLoaded(opened)
  await page.getByRole('button', { name: 'Copy base URL' }).click()
  await eventually(() => readClipboard(page)).toBe(mock.url)
  await page.getByRole('button', { name: 'Copy token of bob' }).click()
  await eventually(() => readClipboard(page)).toBe('token-bob')
})

test('markup and scripts in plant names, limits and sessions are shown as text', async () => {
  const opened = await openConsole({ settings: { scenario: 'hostile' } })
  const { page, response, journal, problems } = opened
  await waitUntilLoaded(opened)
  await page.locator('#user').selectOption('user:alice')
  await page.locator('#limit').fill('<img src=x onerror=alert(1)>')
  await page.locator('#session').fill('<script>alert(2)</script>')
  let dialogs = 0
  page.on('dialog', () => {
    dialogs++
  })
  await page.getByRole('button', { name: 'Send' }).click()
  await response.getByText('400 Bad Request').waitFor()
  await journal.getByText('<script>alert(2)</script>').waitFor()
  await journal.locator('summary').first().click()
  await page.locator('#limit').fill('')
  await page.getByRole('button', { name: 'Send' }).click()
  await response.getByText(`"<script>alert('plants')</script>"`).waitFor()
  expect(await response.locator('img, script, svg, b').count()).toBe(0)
  expect(await journal.locator('img, script').count()).toBe(0)
  // The right-to-left override is shown by its code point.
  expect(await response.innerText()).toContain('U+202E')
  expect(await page.locator('body').evaluate((body) => body.textContent?.includes('\u202e'))).toBe(false)
  expect(dialogs).toBe(0)
  expect(problems.filter((line) => !line.includes('400'))).toEqual([])
})

test('the API reference loads when it is opened, and not before', async () => {
  const opened = await openConsole()
  const { page, problems } = opened
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await waitUntilLoaded(opened)
  expect(requested.filter((path) => path.includes('vendor'))).toEqual([])
  await page.locator('#reference summary').click()
  const reference = page.frameLocator('#reference iframe')
  await reference.getByText('The maximum number of results to return.').waitFor()
  await reference.getByText('Monstera deliciosa').first().waitFor()
  expect(requested).toContain('/__admin/openapi.yaml')
  await eventually(
    async () => (await page.locator('#reference iframe').boundingBox())?.height,
  ).toBeGreaterThan(800)
  expect(problems).toEqual([])
})

test('the page follows the system’s colour scheme', async () => {
  const shades = { light: 0, dark: 0 }
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await openConsole({}, { colorScheme })
    const colour = await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    shades[colorScheme] = Number(/\d+/.exec(String(colour))?.[0])
  }
  expect(shades.light).toBeGreaterThan(200)
  expect(shades.dark).toBeLessThan(60)
})

test('the page fits the width of a phone', async () => {
  const opened = await openConsole(
    { settings: { scenario: 'hostile' } },
    { viewport: { width: 390, height: 844 } },
  )
  const { page, response, journal } = opened
  await waitUntilLoaded(opened)
  await page.locator('#user').selectOption('user:alice')
  await page.locator('#limit').fill('9'.repeat(200))
  await page.getByText('Preferences').click()
  await page.locator('#session').fill('s'.repeat(200))
  await page.getByRole('button', { name: 'Send' }).click()
  await response.getByText('400 Bad Request').waitFor()
  await journal.locator('summary').first().click()
  await page.locator('#reference summary').click()
  await page.frameLocator('#reference iframe').getByText('Plant response').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})

test('another machine has to enter the admin token once per tab', async () => {
  // The header makes the request look like one from another machine.
  const opened = await openConsole(
    { adminToken: 'let-me-in' },
    { extraHTTPHeaders: { 'X-Forwarded-For': '192.0.2.1' } },
  )
  const { page } = opened
  await page.getByRole('dialog').waitFor()
  await page.getByLabel('Token passed to the mock').fill('wrong')
  await page.keyboard.press('Enter')
  await eventually(() => page.getByLabel('Token passed to the mock').inputValue()).toBe('')
  await page.getByLabel('Token passed to the mock').fill('let-me-in')
  await page.keyboard.press('Enter')
  await waitUntilLoaded(opened)
  await page.reload()
  await waitUntilLoaded(opened)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.locator('#reference summary').click()
  await page.frameLocator('#reference iframe').getByText('Plant response').waitFor()
})
