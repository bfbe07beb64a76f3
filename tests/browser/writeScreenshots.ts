import { join } from 'node:path'
import { startMock } from '../../src/mock/startMock.ts'
import { reporters } from '../../src/report/reporters.ts'
import { recordReport } from '../reports.testing.ts'
import buildConsole from './buildConsole.testing.ts'
import { fillConsole } from './fillConsole.testing.ts'
import { launchBrowser } from './launchBrowser.testing.ts'

// `npm run screenshots [-- FOLDER]` creates the screenshots in docs/images: the mock's console with real content, light and dark, and the
// HTML report on a real run.
const [folder = 'docs/images'] = process.argv.slice(2)

buildConsole()
// The screenshots show the port, so the mock uses its default port if this port is free.
await using mock = await startMock().catch(() => startMock({ port: 0 }))
const browser = await launchBrowser()
for (const [colorScheme, name] of [
  ['light', 'console.png'],
  ['dark', 'console-dark.png'],
] as const) {
  mock.reset()
  await fillConsole(mock)
  const page = await browser.newPage({ viewport: { width: 1200, height: 680 }, colorScheme })
  await page.goto(mock.url)
  await page.locator('#journal-list li').nth(20).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('#response .plants').waitFor()
  // Give the journal time to show the end of the last response.
  await page.waitForTimeout(100)
  await page.screenshot({ path: join(folder, name) })
}
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
const report = await recordReport('one-violation')
await page.setContent(reporters.html(report, { color: false, saved: 'plant-store.json' }))
await page.screenshot({ path: join(folder, 'report.png') })
await browser.close()
