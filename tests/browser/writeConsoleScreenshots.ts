import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startMock } from '../../src/mock/startMock.ts'
import { fillConsole } from './fillConsole.testing.ts'
import { launchBrowser } from './launchBrowser.testing.ts'

// `npm run screenshots:console -- FOLDER [VIEW…]`: the views of the console with real content, in three widths, light and dark.
const [target = 'screenshots', ...chosen] = process.argv.slice(2)
const folder = resolve(target)
const sizes = { phone: [390, 844], laptop: [1280, 800], desktop: [1920, 1080] } as const
const views = ['request', 'plants', 'connect', 'settings', 'reference', 'journal', 'scenarios'] as const
const onPhoneOnly: readonly string[] = ['journal', 'scenarios']

mkdirSync(folder, { recursive: true })
await using mock = await startMock({ port: 0 })
await fillConsole(mock)
const browser = await launchBrowser()
for (const colorScheme of ['light', 'dark'] as const)
  for (const [size, [width, height]] of Object.entries(sizes)) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme })
    for (const view of views) {
      if (size !== 'phone' && onPhoneOnly.includes(view)) continue
      if (chosen.length > 0 && !chosen.includes(view)) continue
      await page.goto(new URL(`/#${view}`, mock.url).href)
      await page.locator('#connection[data-state=live]').waitFor()
      await page.locator('#journal-list li').first().waitFor({ state: 'attached' })
      if (view === 'request') {
        await page.locator('#session').evaluate((field: { value: string }) => {
          field.value = 'screenshot'
        })
        await page.getByRole('button', { name: 'Send' }).click()
        await page.locator('#response .status').waitFor()
        await page.getByRole('button', { name: 'Send' }).click()
        await page.getByRole('button', { name: 'Send' }).click()
        await page.locator('#response .plants').waitFor()
      }
      if (view === 'reference') await page.locator('.operation').waitFor()
      await page.evaluate('new Promise(requestAnimationFrame)')
      await page.screenshot({ path: join(folder, `${view}-${size}-${colorScheme}.png`) })
    }
    await page.close()
  }
await browser.close()
