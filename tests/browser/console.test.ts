import { expect, test } from 'vitest'
import { eventually, open, ready } from './browser.testing.ts'

test('the page shows where the mock is and who may ask, from nowhere but the mock', async () => {
  const opened = await open({ basePath: '/v1' })
  const { mock, page, wrong } = opened
  await ready(opened)
  expect(await page.locator('#base-url').textContent()).toBe(mock.url)
  const rows = await page.locator('#users tr').allInnerTexts()
  expect(rows.map((row) => row.split(/\s+/).slice(0, 3))).toEqual([
    ['alice', '30', 'token-alice'],
    ['bob', '4', 'token-bob'],
    ['empty', '0', 'token-empty'],
  ])
  expect(await page.locator('#facts').innerText()).toMatch(/Plant Store 1\.0\.0/)
  expect(wrong).toEqual([])
})

test('the base URL and every token can be copied', async () => {
  const opened = await open()
  const { mock, page } = opened
  await ready(opened)
  const copied = (): Promise<unknown> => page.evaluate('navigator.clipboard.readText()')
  await page.getByRole('button', { name: 'Copy the base URL' }).click()
  await eventually(copied).toBe(mock.url)
  await page.getByRole('button', { name: 'Copy the token of bob' }).click()
  await eventually(copied).toBe('token-bob')
})

test('no script of a plant runs, whatever the plant is called', async () => {
  const opened = await open({ settings: { scenario: 'hostile' } })
  const { page, answer, journal, wrong } = opened
  await ready(opened)
  await page.locator('#who').selectOption('user:alice')
  await page.locator('#limit').fill('<img src=x onerror=alert(1)>')
  await page.locator('#session').fill('<script>alert(2)</script>')
  let dialogs = 0
  page.on('dialog', () => {
    dialogs++
  })
  await page.getByRole('button', { name: 'Send' }).click()
  await answer.getByText('400 Bad Request').waitFor()
  await journal.getByText('<script>alert(2)</script>').waitFor()
  await journal.locator('summary').first().click()
  await page.locator('#limit').fill('')
  await page.getByRole('button', { name: 'Send' }).click()
  await answer.getByText(`"<script>alert('plants')</script>"`).waitFor()
  expect(await answer.locator('img, script, svg, b').count()).toBe(0)
  expect(await journal.locator('img, script').count()).toBe(0)
  // What would turn the rest of its line around is named instead.
  expect(await answer.innerText()).toContain('U+202E')
  expect(await page.locator('body').evaluate((body) => body.textContent?.includes('\u202e'))).toBe(false)
  expect(dialogs).toBe(0)
  expect(wrong.filter((line) => !line.includes('400'))).toEqual([])
})

test('the API reference is drawn when it is opened, and asked for only then', async () => {
  const opened = await open()
  const { page, wrong } = opened
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await ready(opened)
  expect(asked.filter((path) => path.includes('vendor'))).toEqual([])
  await page.getByText('API reference').click()
  const reference = page.frameLocator('#reference iframe')
  await reference.getByText('The maximum number of results to return.').waitFor()
  await reference.getByText('Monstera deliciosa').first().waitFor()
  expect(asked).toContain('/__admin/openapi.yaml')
  await eventually(
    async () => (await page.locator('#reference iframe').boundingBox())?.height,
  ).toBeGreaterThan(800)
  expect(wrong).toEqual([])
})

test('the page follows the colour scheme of the system', async () => {
  const shades = { light: 0, dark: 0 }
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await open({}, { colorScheme })
    const colour = await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    shades[colorScheme] = Number(/\d+/.exec(String(colour))?.[0])
  }
  expect(shades.light).toBeGreaterThan(200)
  expect(shades.dark).toBeLessThan(60)
})

test('a phone has nothing to scroll sideways to', async () => {
  const opened = await open({ settings: { scenario: 'hostile' } }, { viewport: { width: 390, height: 844 } })
  const { page, answer, journal } = opened
  await ready(opened)
  await page.locator('#who').selectOption('user:alice')
  await page.locator('#limit').fill('9'.repeat(200))
  await page.getByText('Preferences').click()
  await page.locator('#session').fill('s'.repeat(200))
  await page.getByRole('button', { name: 'Send' }).click()
  await answer.getByText('400 Bad Request').waitFor()
  await journal.locator('summary').first().click()
  await page.getByText('API reference').click()
  await page.frameLocator('#reference iframe').getByText('Plant response').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})

test('from elsewhere the page asks for the admin token once, and keeps it for the tab', async () => {
  // Another name for this machine that is none of the loopback's: as good as another machine.
  const opened = await open(
    { adminToken: 'let-me-in' },
    { extraHTTPHeaders: { 'X-Forwarded-For': '192.0.2.1' } },
  )
  const { page } = opened
  await page.getByRole('dialog').waitFor()
  await page.getByLabel(/The token that the mock was started with/).fill('wrong')
  await page.keyboard.press('Enter')
  await eventually(() => page.getByLabel(/The token that the mock was started with/).inputValue()).toBe('')
  await page.getByLabel(/The token that the mock was started with/).fill('let-me-in')
  await page.keyboard.press('Enter')
  await ready(opened)
  await page.reload()
  await ready(opened)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByText('API reference').click()
  await page.frameLocator('#reference iframe').getByText('Plant response').waitFor()
})
