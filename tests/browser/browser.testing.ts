import axe from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { startTestMock } from '../../src/mock/mock.testing.ts'
import type { MockOptions } from '../../src/mock/mockOptions.ts'
import type { Mock } from '../../src/mock/startMock.ts'
import { launchBrowser } from './launchBrowser.testing.ts'

/** A mock and its console, open in a browser. */
export type ConsolePage = {
  mock: Mock
  page: Page
  /** The page's logged errors and warnings, its thrown errors, and its requests to other origins. */
  problems: string[]
  response: Locator
  journal: Locator
}

/** The browser for all test files of a worker. The browser closes when the worker ends. */
let browser: Promise<Browser> | undefined

const sessions = new Map<string, Promise<BrowserContext>>()

/**
 * Opens a page with access to the clipboard. The page closes when the test ends. Pages with the same options share a session, so that they
 * load faster. Each mock has its own port, so a page usually finds no stored data of an earlier page.
 */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const key = JSON.stringify(options)
  const session = sessions.get(key) ?? openSession(options)
  sessions.set(key, session)
  const page = await (await session).newPage()
  onTestFinished(() => page.close())
  return page
}

async function openSession(options: BrowserContextOptions): Promise<BrowserContext> {
  browser ??= launchBrowser()
  return (await browser).newContext({ permissions: ['clipboard-read', 'clipboard-write'], ...options })
}

/** Collects a page's logged errors and warnings, and its thrown errors. */
export function collectProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  return problems
}

/** Starts a mock, opens its console, and waits until the console shows the mock's state. The console and the mock close after the test. */
export async function openConsole(
  options: MockOptions = {},
  context: BrowserContextOptions = {},
): Promise<ConsolePage> {
  const mock = await startTestMock(options)
  const page = await openPage(context)
  const problems = collectProblems(page)
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== new URL(mock.url).origin && protocol !== 'data:') problems.push(request.url())
  })
  await page.goto(new URL('/', mock.url).href)
  await page.locator('#connection[data-state=live]').waitFor()
  await page.locator('#scenario-list input[value=normal]').waitFor({ state: 'attached' })
  await eventually(() => page.locator('#user option').count()).toBeGreaterThan(2)
  const [response, journal] = [page.locator('#response'), page.locator('#journal-list')]
  return { mock, page, problems, response, journal }
}

/** Opens a view or a dialog of the console. */
export async function openView(page: Page, name: string): Promise<void> {
  await page.locator('#views, #headline').getByRole('link', { name }).click()
}

/**
 * Runs axe in a page, and returns the problems, without the elements whose contrast axe cannot judge. If many visible elements have
 * the same colours and font, axe judges the contrast of only five of them, to save time.
 */
export async function runAxe(page: Page, options = ''): Promise<unknown> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  await page.evaluate(MARK_ALIKE)
  return page.evaluate(RUN_AXE.replace('resultTypes', `${options} resultTypes`))
}

/** Runs axe in a page in dark mode. Judges only the colours, because the elements are the same as in light mode. */
export async function runAxeInDark(page: Page): Promise<unknown> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const found = await runAxe(page, "runOnly: ['color-contrast'],")
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

/** Marks each visible element with the same style as five or more earlier elements. */
const MARK_ALIKE = `{
  const grounds = new Map()
  const counts = new Map()
  for (const element of document.querySelectorAll('*')) {
    const style = getComputedStyle(element)
    const { backgroundColor, backgroundImage, opacity, color, fontSize, fontWeight, textShadow } = style
    const own = [backgroundColor, backgroundImage, opacity].join(' ')
    const below = grounds.get(element.parentElement) ?? ''
    const ground = own === 'rgba(0, 0, 0, 0) none 1' ? below : below + ' / ' + own
    grounds.set(element, ground)
    delete element.dataset.alike
    if (!element.checkVisibility()) continue
    const look = [ground, color, fontSize, fontWeight, textShadow].join(' ')
    const count = (counts.get(look) ?? 0) + 1
    counts.set(look, count)
    if (count > 5) element.dataset.alike = ''
  }
}`

const RUN_AXE = `axe.configure({ rules: [{ id: 'color-contrast', selector: '*:not([data-alike])' }] });
axe.run(document, { resultTypes: ['violations', 'incomplete'] }).then((found) =>
  [...found.violations, ...found.incomplete.filter(({ id }) => id !== 'color-contrast')].map(
    ({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)].join(' '),
  ),
)`

/** Repeats an expectation about a value of the page for up to ten seconds. */
export const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 10_000 })

export const readClipboard = (page: Page): Promise<unknown> => page.evaluate('navigator.clipboard.readText()')
