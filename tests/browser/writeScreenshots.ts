import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BrowserContextOptions } from 'playwright-core'
import { reporters } from '../../src/report/reporters.ts'
import { launchBrowser } from './launchBrowser.testing.ts'
import { recordReport, reportNames } from './reports.testing.ts'

// `npm run screenshots -- FOLDER`: the page of the html report for real runs, as on a desktop, on a phone, in the dark and on paper.
const [target = 'screenshots', ...chosen] = process.argv.slice(2)
const folder = resolve(target)
const names = chosen.length > 0 ? chosen : reportNames

const devices: Readonly<Record<string, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1280, height: 900 } },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  print: { viewport: { width: 794, height: 1123 } },
}

mkdirSync(folder, { recursive: true })
const browser = await launchBrowser()
for (const name of names) {
  const file = join(folder, `${name}.html`)
  writeFileSync(file, reporters.html(await recordReport(name), { color: false, saved: 'plant-store.json' }))
  for (const [device, context] of Object.entries(devices)) {
    const page = await browser.newPage(context)
    if (device === 'print') await page.emulateMedia({ media: 'print' })
    await page.goto(pathToFileURL(file).href)
    await page.screenshot({ path: join(folder, `${name}-${device}.png`), fullPage: device === 'print' })
    await page.close()
  }
  process.stdout.write(`${name}\n`)
}
await browser.close()
