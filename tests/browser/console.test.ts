import { expect, onTestFinished, test } from 'vitest'
import { startMock } from '../../src/mock/startMock.ts'
import {
  eventually,
  openConsole,
  openPage,
  openView,
  readClipboard,
  runAxe,
  runAxeInDark,
  waitUntilLoaded,
} from './browser.testing.ts'
import { fillConsole } from './fillConsole.testing.ts'

test('the page shows the base URL and the users, and loads nothing from other origins', async () => {
  const opened = await openConsole({ basePath: '/v1' })
  const { mock, page, problems } = opened
  await waitUntilLoaded(opened)
  expect(await page.locator('#base-url').textContent()).toBe(mock.url)
  await openView(page, 'Connect')
  expect(await page.getByRole('dialog').getByLabel('User').locator('option').allTextContents()).toEqual([
    'alice: token-alice',
    'bob: token-bob',
    'empty: token-empty',
  ])
  await page.getByText('contract Plant Store 1.0.0').waitFor()
  expect(problems).toEqual([])
})

test('the code for an application names the base URL and the token of the chosen user', async () => {
  const opened = await openConsole()
  const { mock, page } = opened
  await waitUntilLoaded(opened)
  await openView(page, 'Connect')
  await page.getByRole('dialog').getByLabel('User').selectOption('bob')
  const clients = page.locator('#clients summary')
  expect(await clients.allInnerTexts()).toEqual([
    'curl',
    'fetch',
    'openapi-fetch',
    '.env',
    'Vite',
    'Next.js',
    'MSW',
    'Vitest',
    'Playwright',
  ])
  for (const client of ['curl', 'fetch', 'openapi-fetch', '.env']) {
    await clients.getByText(client, { exact: true }).click()
    const code = await page.locator('#clients [open] pre').textContent()
    expect(code).toContain(mock.url)
    expect(code).toContain('token-bob')
    await page.getByRole('button', { name: `Copy code for ${client}` }).click()
    await eventually(() => readClipboard(page)).toBe(code)
    await clients.getByText(client, { exact: true }).click()
  }
})

test('markup and scripts in plant names, limits and sessions are shown as text', async () => {
  const opened = await openConsole({ settings: { scenario: 'hostile' } })
  const { page, response, journal, problems } = opened
  await waitUntilLoaded(opened)
  await page.locator('#user').selectOption('alice')
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
  await journal.locator('pre').getByText('<img src=x onerror=alert(1)>').waitFor()
  await page.locator('#limit').fill('')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await response.getByText(`<script>alert('plants')</script>`).waitFor()
  expect(await response.innerText()).toContain('U+202E')
  await response.getByText('JSON', { exact: true }).click()
  await response.getByText(`"<script>alert('plants')</script>"`).waitFor()
  expect(await response.locator('img, script, svg, b').count()).toBe(0)
  expect(await journal.locator('img, script').count()).toBe(0)
  // The right-to-left override is shown by its code point.
  expect(await response.innerText()).toContain('U+202E')
  expect(await page.locator('body').evaluate((body) => body.textContent?.includes('\u202e'))).toBe(false)
  expect(dialogs).toBe(0)
  expect(problems.filter((line) => !line.includes('400'))).toEqual([])
})

test.for([320, 390])('every view fits a width of %i pixels', async (size) => {
  const opened = await openConsole(
    { settings: { scenario: 'hostile' } },
    { viewport: { width: size, height: 844 } },
  )
  const { page, response, journal } = opened
  await waitUntilLoaded(opened)
  const width = () => page.evaluate('document.documentElement.scrollWidth')
  expect(await width()).toBe(size)
  await openView(page, 'Request')
  await page.locator('#user').selectOption('alice')
  await page.locator('#limit').fill('9'.repeat(200))
  await page.locator('#session').fill('s'.repeat(200))
  await page.getByText('As code').click()
  await page.getByRole('button', { name: 'Send' }).click()
  await response.getByText('400 Bad Request').waitFor()
  expect(await width()).toBe(size)
  await openView(page, 'Journal')
  await journal.locator('summary').first().click()
  await journal.locator('pre').waitFor()
  expect(await width()).toBe(size)
  await openView(page, 'Scenarios')
  for (const name of ['Plants', 'Connect']) {
    await openView(page, name)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    expect(await width(), name).toBe(size)
    await dialog.getByRole('button', { name: 'Close' }).click()
  }
})

test('another machine has to enter the admin token once per tab', async () => {
  const mock = await startMock({ port: 0, adminToken: 'let-me-in' })
  onTestFinished(() => mock.close())
  // The header makes the request look like one from another machine.
  const page = await openPage({ extraHTTPHeaders: { 'X-Forwarded-For': '192.0.2.1' } })
  const asked: string[] = []
  const answers = ['wrong', 'let-me-in']
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.accept(answers[asked.length - 1])
  })
  await page.goto(new URL('/', mock.url).href)
  await page.locator('#connection[data-state=live]').waitFor()
  await page.reload()
  await page.locator('#connection[data-state=live]').waitFor()
  expect(asked).toEqual([expect.stringContaining('--admin-token'), expect.stringContaining('--admin-token')])
})

const devices = {
  desktop: { viewport: { width: 1920, height: 1080 } },
  phone: { viewport: { width: 390, height: 844 } },
} as const

// axe computes the colours of every element, which takes a busy machine a minute.
test.for(['desktop', 'phone'] as const)('axe finds nothing, %s', { timeout: 240_000 }, async (device) => {
  // axe runs in the page, which its policy forbids.
  const opened = await openConsole({}, { ...devices[device], bypassCSP: true })
  const { mock, page, journal } = opened
  await waitUntilLoaded(opened)
  await fillConsole(mock)
  await journal.locator('li').nth(20).waitFor({ state: 'attached' })
  for (const view of ['scenarios', 'request', 'journal', 'plants', 'connect']) {
    await page.evaluate(`location.hash = '#${view}'`)
    if (view === 'request') {
      await page.locator('#limit').fill('3')
      await page.getByText('As code', { exact: true }).click()
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.locator('#response .status').waitFor()
    }
    if (view === 'journal') {
      await journal.locator('summary').first().click()
      await journal.locator('pre').waitFor()
    }
    if (view === 'plants') await page.getByRole('button', { name: 'Edit' }).click()
    if (view === 'connect') await page.getByText('Playwright').click()
    expect(await runAxe(page), view).toEqual([])
    if (device === 'desktop') expect(await runAxeInDark(page), view).toEqual([])
  }
})
