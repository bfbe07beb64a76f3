import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, expect, onTestFinished } from 'vitest'
import type { MockOptions } from '../../src/mock/mockOptions.ts'
import { type Mock, startMock } from '../../src/mock/startMock.ts'

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const QUIET = [
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

if (!existsSync(CHROMIUM))
  throw new Error(`no Chromium at ${CHROMIUM}: run apt-get install chromium, or set CHROMIUM to another path`)

/** A mock and its console, open in a browser. */
export type ConsolePage = {
  mock: Mock
  page: Page
  /** Errors and warnings that the page logged, errors that it threw, and its requests to other origins. */
  problems: string[]
  response: Locator
  journal: Locator
}

let browser: Browser | undefined
afterAll(() => browser?.close())

/** Starts a mock and opens its console. Both close when the test ends. */
export async function openConsole(
  options: MockOptions = {},
  context: BrowserContextOptions = {},
): Promise<ConsolePage> {
  browser ??= await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...QUIET],
  })
  const mock = await startMock({ port: 0, ...options })
  const session = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'], ...context })
  onTestFinished(async () => {
    await session.close()
    await mock.close()
  })
  const page = await session.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== new URL(mock.url).origin && protocol !== 'data:') problems.push(request.url())
  })
  await page.goto(new URL('/', mock.url).href)
  return {
    mock,
    page,
    problems,
    response: page.locator('#response'),
    journal: page.locator('#journal-list'),
  }
}

/** Waits until the page shows the mock's state. */
export async function waitUntilLoaded({ page }: ConsolePage): Promise<void> {
  await page.locator('#connection[data-state=live]').waitFor()
  await page.getByRole('radio', { name: 'normal' }).waitFor()
  await eventually(() => page.locator('#user option').count()).toBeGreaterThan(2)
}

/** Retries an expectation on a value of the page for up to ten seconds. */
export function eventually<Value>(read: () => Value) {
  return expect.poll(read, { timeout: 10_000 })
}

export function readClipboard(page: Page): Promise<unknown> {
  return page.evaluate('navigator.clipboard.readText()')
}
