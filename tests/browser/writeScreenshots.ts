import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { documentWriters, reporters } from '../../src/report/reporters.ts'
import { viewTargets } from '../../src/report/targets.ts'
import { launchBrowser } from './launchBrowser.testing.ts'
import { recordReport, reportNames } from './reports.testing.ts'

// `npm run screenshots -- FOLDER [NAME…]` writes screenshots of html reports of real runs, in two widths, light and dark. The docs show
// one-violation-1280-light.png.
const [target = 'screenshots', ...chosen] = process.argv.slice(2)
const folder = resolve(target)
const names = chosen.length > 0 ? chosen : reportNames

mkdirSync(folder, { recursive: true })
const browser = await launchBrowser()
const reports = []
for (const name of names) {
  const report = await recordReport(name)
  reports.push({ ...report, target: { ...report.target, name } })
  await takePictures(name, reporters.html(report, { saved: 'plant-store.json' }))
}
await takePictures('targets', documentWriters.html(viewTargets(reports, 1)))
await browser.close()

async function takePictures(name: string, html: string): Promise<void> {
  const file = join(folder, `${name}.html`)
  writeFileSync(file, html)
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1280]) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
      await page.goto(pathToFileURL(file).href)
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
      await page.close()
    }
  process.stdout.write(`${name}\n`)
}
