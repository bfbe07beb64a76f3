import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startMock } from '../../src/mock/startMock.ts'
import buildConsole from './buildConsole.testing.ts'
import { fillConsole } from './fillConsole.testing.ts'
import { launchBrowser } from './launchBrowser.testing.ts'

// `npm run screenshots:console -- FOLDER [VIEW…]` writes screenshots of the console's views with real content, in four sizes, light and
// dark. The README shows request-readme-light.png and request-readme-dark.png.
const [target = 'screenshots', ...chosen] = process.argv.slice(2)
const folder = resolve(target)
const sizes = { phone: [390, 844], readme: [1200, 680], laptop: [1280, 800], desktop: [1920, 1080] } as const
const views = ['request', 'plants', 'connect', 'journal', 'scenarios']
/** The views that a wide window shows alongside every other view. */
const onPhoneOnly = ['journal', 'scenarios']

buildConsole()
mkdirSync(folder, { recursive: true })
// The screenshots show the port, so the mock uses its default port if that is free.
await using mock = await startMock().catch(() => startMock({ port: 0 }))
const browser = await launchBrowser()
for (const colorScheme of ['light', 'dark'] as const)
  for (const [size, [width, height]] of Object.entries(sizes)) {
    mock.reset()
    await fillConsole(mock)
    const page = await browser.newPage({ viewport: { width, height }, colorScheme })
    for (const view of views) {
      if (size !== 'phone' && onPhoneOnly.includes(view)) continue
      if (size === 'readme' && view !== 'request') continue
      if (chosen.length > 0 && !chosen.includes(view)) continue
      await page.goto(new URL(`/#${view}`, mock.url).href)
      await page.locator('#journal-list li').nth(20).waitFor({ state: 'attached' })
      if (view === 'request') {
        await page.getByRole('button', { name: 'Send' }).click()
        await page.locator('#response .plants').waitFor()
      }
      if (view === 'plants') await page.locator('#plants-body .plants').waitFor()
      // Waits until the journal also shows the end of the last response.
      await page.waitForTimeout(100)
      await page.screenshot({ path: join(folder, `${view}-${size}-${colorScheme}.png`) })
    }
    await page.close()
  }
await browser.close()
