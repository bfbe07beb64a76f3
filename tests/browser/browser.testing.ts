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
  throw new Error(`expected a Chromium at ${CHROMIUM}: apt-get install chromium, or name another in CHROMIUM`)

/** A mock with its page open, and what the page did that it should not. */
export type Opened = {
  mock: Mock
  page: Page
  /** Errors in the console and in scripts, and requests to other origins. */
  wrong: string[]
  answer: Locator
  journal: Locator
}

let browser: Browser | undefined
afterAll(() => browser?.close())

/** Starts a mock and opens its page; both end with the test. */
export async function open(options: MockOptions = {}, context: BrowserContextOptions = {}): Promise<Opened> {
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
  const wrong: string[] = []
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text())
  })
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== new URL(mock.url).origin && protocol !== 'data:') wrong.push(request.url())
  })
  await page.goto(new URL('/', mock.url).href)
  return { mock, page, wrong, answer: page.locator('#answer'), journal: page.locator('#journal-list') }
}

/** Waits until the page shows what the mock told it. */
export async function ready({ page }: Opened): Promise<void> {
  await page.locator('#connection[data-state=live]').waitFor()
  await page.getByRole('radio', { name: 'normal' }).waitFor()
  await eventually(() => page.locator('#who option').count()).toBeGreaterThan(2)
}

/** Expects what a page shows to become what it should. */
export function eventually<Value>(read: () => Value) {
  return expect.poll(read, { timeout: 10_000 })
}
