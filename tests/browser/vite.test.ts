import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { createViteServer } from 'vitest/node'
import { type PlantStorePluginOptions, plantStore } from '../../src/mock/middleware/vite.ts'
import { createFolder } from '../folder.testing.ts'
import { collectProblems, eventually, openPage, runAxe, runAxeInDark } from './browser.testing.ts'

const html = `<!doctype html><html lang="en"><meta name="color-scheme" content="light dark"><title>Plants</title>
<link rel="icon" href="data:,"><main><h1>Plants</h1><p role="status"></p></main><script type="module">
const show = (text) => { document.querySelector('[role=status]').textContent = text }
try {
  const response = await fetch('/api/plants', { headers: { Authorization: 'Bearer token-alice' } })
  show(response.ok ? (await response.json()).length + ' plants' : 'Error ' + response.status)
} catch { show('The store cannot be reached.') }
</script></html>`

/** Starts Vite with the plugin, and opens a page that shows the mock's responses. */
async function openApp(
  options?: PlantStorePluginOptions,
  config: object = {},
): Promise<{ page: Page; url: string; problems: string[] }> {
  const server = await createViteServer({
    root: createFolder({ 'index.html': html }),
    configFile: false,
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1' },
    plugins: [plantStore(options)],
    ...config,
  })
  await server.listen(0)
  onTestFinished(() => server.close())
  const [url = ''] = server.resolvedUrls?.local ?? []
  const page = await openPage()
  const problems = collectProblems(page)
  await page.goto(url)
  return { page, url, problems }
}

const status = (page: Page): Promise<string | null> => page.getByRole('status').first().textContent()
const switcher = (page: Page) => page.getByRole('combobox', { name: 'Scenario of the Plant Store mock' })
/** Returns the chosen option of the switcher, without the preview. */
const chosen = async (page: Page): Promise<string> => {
  const text = await switcher(page).locator('option:checked').innerText()
  return text.replace(/ · .*/, '')
}

test('a scenario can be chosen with the keyboard, and restarted', async () => {
  const { page } = await openApp()
  // Before the switcher has its scenarios, letters choose no scenario.
  await eventually(() => chosen(page)).toBe('normal')
  await switcher(page).focus()
  // This letter chooses `one` without choosing another scenario first.
  await page.keyboard.press('o')
  await eventually(() => status(page)).toBe('1 plants')
  await eventually(() => chosen(page)).toBe('one')
  await switcher(page).selectOption('flaky')
  await eventually(() => status(page)).toBe('Error 503')
  await page.reload()
  await eventually(() => status(page)).toBe('Error 503')
  await page.reload()
  await eventually(() => status(page)).toBe('30 plants')
  await switcher(page).selectOption('Start flaky again')
  await eventually(() => status(page)).toBe('Error 503')
})

test('axe finds no problem on a page with the switcher, in light and dark mode', async () => {
  const { page, url } = await openApp()
  for (const at of [url, `${url}?__scenario=empty`]) {
    await page.goto(at)
    await switcher(page).waitFor()
    expect([await runAxe(page), await runAxeInDark(page)]).toEqual([[], []])
  }
})

test('a page that handles the choice is not reloaded', async () => {
  const { page } = await openApp()
  await switcher(page).waitFor()
  await page.evaluate(`window.addEventListener('plant-store-scenario', (event) => {
    event.preventDefault()
    document.querySelector('[role=status]').textContent = 'chose ' + event.detail.scenario
  })`)
  await switcher(page).selectOption('slow')
  await eventually(() => status(page)).toBe('chose slow')
  await eventually(() => chosen(page)).toBe('slow')
})

test('the switcher leads to the console, even if the application is at another path', async () => {
  const { page, url, problems } = await openApp({ basePath: '/api' }, { base: '/shop/' })
  expect(url).toContain('/shop/')
  const [console] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Open the console' }).click(),
  ])
  await console
    .getByText(`${new URL(url).origin}/api`)
    .first()
    .waitFor()
  expect(problems).toEqual([])
})

test("a page follows a reset, and other pages' changes of the scenario and the plants", async () => {
  const { page, url } = await openApp()
  await eventually(() => chosen(page)).toBe('normal')
  const put = (path: string, data: object) => page.request.put(new URL(`/__admin${path}`, url).href, { data })
  await put('/scenario', { scenario: 'one' })
  await eventually(() => status(page)).toBe('1 plants')
  await eventually(() => chosen(page)).toBe('one')
  await put('/plants', { plants: [{ name: 'Rosa' }, { name: 'Iris' }] })
  await eventually(() => status(page)).toBe('2 plants')
  // The next change comes while the page reloads, before the page can receive events.
  const change = Promise.withResolvers<void>()
  await page.route('**/__admin/events', async (route) => {
    await change.promise
    await route.continue()
  })
  await put('/settings', { scenario: 'unavailable' })
  await eventually(() => status(page)).toBe('Error 503')
  await page.request.post(new URL('/__admin/reset', url).href)
  change.resolve()
  await eventually(() => status(page)).toBe('30 plants')
  await eventually(() => chosen(page)).toBe('normal')
  // The page's own requests do not take a queued response.
  await put('/responses', { responses: [503] })
  await page.waitForTimeout(300)
  expect(await status(page)).toBe('30 plants')
})

test('a link opens the page in a scenario, for this tab only', async () => {
  const { page, url, problems } = await openApp()
  await eventually(() => status(page)).toBe('30 plants')
  const linked = await openPage()
  await linked.goto(`${url}?__scenario=empty&__delay=1&__user=bob`)
  await eventually(() => status(linked)).toBe('0 plants')
  await eventually(() => chosen(linked)).toBe('empty, delay=1, user=bob')
  await switcher(linked).selectOption('one')
  await eventually(() => status(linked)).toBe('1 plants')
  expect(linked.url()).toBe(`${url}?__scenario=one&__user=bob`)
  await page.reload()
  await eventually(() => status(page)).toBe('30 plants')
  await eventually(() => chosen(page)).toBe('normal')
  // The linked page also does not follow other pages' scenarios.
  let loads = 0
  linked.on('load', () => loads++)
  // Chromium slows down a tab in the background.
  await page.bringToFront()
  await switcher(page).selectOption('unavailable')
  await eventually(() => status(page)).toBe('Error 503')
  await linked.waitForTimeout(300)
  expect({ loads, status: await status(linked) }).toEqual({ loads: 0, status: '1 plants' })
  expect(problems).toEqual([
    'Failed to load resource: the server responded with a status of 503 (Service Unavailable)',
  ])
})

test("a tab with a link and a session restarts its counters, and can use everybody's scenario again", async () => {
  const { page, url } = await openApp()
  await page.goto(`${url}?__scenario=flaky&__session=anna`)
  await eventually(() => status(page)).toBe('Error 503')
  await page.reload()
  await eventually(() => status(page)).toBe('Error 503')
  await page.reload()
  await eventually(() => status(page)).toBe('30 plants')
  await switcher(page).selectOption('flaky')
  await eventually(() => status(page)).toBe('Error 503')
  await switcher(page).selectOption("Use everybody's scenario")
  await eventually(() => status(page)).toBe('30 plants')
  expect(page.url()).toBe(url)
  await eventually(() => chosen(page)).toBe('normal')
  expect(await switcher(page).locator('option', { hasText: "Use everybody's scenario" }).count()).toBe(0)
})

test('on another machine, links work, but the page has no switcher, because it would have no access', async () => {
  const { page, url } = await openApp()
  // With this header, the requests seem to come from another machine.
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': '192.0.2.1' })
  await page.goto(`${url}?__scenario=empty`)
  await eventually(() => status(page)).toBe('0 plants')
  await eventually(() => page.locator('plant-store-switcher').count()).toBe(0)
})

test('the switcher is not in a browser that a test controls', async () => {
  const { page, url } = await openApp()
  await switcher(page).waitFor()
  await page.addInitScript("Object.defineProperty(navigator, 'webdriver', { value: true })")
  await page.goto(url)
  await eventually(() => status(page)).toBe('30 plants')
  await page.waitForLoadState('networkidle')
  expect(await switcher(page).count()).toBe(0)
})

test('the console shows code for an application that Vite serves', async () => {
  const { page, url } = await openApp()
  await page.goto(new URL('/__admin/console/#connect', url).href)
  await eventually(() => page.locator('#base-url').textContent()).toBe(new URL('/api', url).href)
  const readCode = async (client: string): Promise<string | null> => {
    const name = page.getByText(client, { exact: true })
    await page.locator('#clients').locator(name).click()
    return page.locator('#clients li', { has: name }).locator('pre').textContent()
  }
  expect(await readCode('curl')).toContain(`curl '${new URL('/api/plants', url).href}'`)
  expect(await readCode('fetch')).toContain("fetch('/api/plants'")
  expect(await readCode('.env')).toBe('VITE_PLANT_STORE_URL=/api\nVITE_PLANT_STORE_TOKEN=token-alice')
})
