import { pathToFileURL } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Report } from '../../src/judge/report.ts'
import { reporters } from '../../src/report/reporters.ts'
import { createFile } from '../folder.testing.ts'
import { recordReport } from '../reports.testing.ts'
import {
  collectProblems,
  eventually,
  openPage,
  readClipboard,
  runAxe,
  runAxeInDark,
} from './browser.testing.ts'

const names = ['conformant', 'one-violation', 'redirect', 'bytes', 'hostile', 'incomplete']

const recorded = new Map<string, Report>()
beforeAll(async () => {
  await Promise.all(names.map(async (name) => recorded.set(name, await recordReport(name))))
})

const phone = { viewport: { width: 390, height: 844 } }

type Opened = { page: Page; problems: string[]; requests: string[]; url: string }

/** Opens a report's HTML page from a file, as users open a CI artifact. */
async function openReport(name: string, context: BrowserContextOptions = {}, hash = ''): Promise<Opened> {
  const report = recorded.get(name)
  if (report === undefined) throw new Error(`no report ${name}`)
  const file = createFile(`${name}.html`, reporters.html(report, { color: false, saved: 'plant-store.json' }))
  const page = await openPage(context)
  const problems = collectProblems(page)
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  const url = pathToFileURL(file).href
  const requests: string[] = []
  page.on('request', (request) => {
    const isOwn = request.url().split('#', 1)[0] === url || request.url().startsWith('data:')
    if (!isOwn) requests.push(request.url())
  })
  await page.goto(url + hash)
  return { page, problems, requests, url }
}

async function openAllDetails(page: Page): Promise<void> {
  await page.locator('details').evaluateAll((all) => {
    for (const details of all) details.setAttribute('open', '')
  })
}

// axe computes the colours of many elements, which can take long on a busy machine.
test.for(names)('axe finds no problem in the page of %s', { timeout: 180_000 }, async (name) => {
  const { page } = await openReport(name)
  await openAllDetails(page)
  expect([await runAxe(page), await runAxeInDark(page)]).toEqual([[], []])
})

test.for(names)('the page of %s makes no request, logs no problem and fits a phone', async (name) => {
  const { page, problems, requests } = await openReport(name, phone)
  await openAllDetails(page)
  await page.waitForLoadState('networkidle')
  expect(requests).toEqual([])
  expect(problems).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})

test('every check has one place, and a link opens this place, even in a collapsed section', async () => {
  const { page, url } = await openReport('hostile', {}, '#plant-tag-string')
  await page.locator('#plant-tag-string').getByText('Expected', { exact: true }).waitFor()
  for (const { id } of recorded.get('hostile')?.findings ?? [])
    expect(await page.locator(`[id="${id}"]`).count(), id).toBe(1)
  expect(await page.locator('#operation-exists').isVisible()).toBe(false)
  await page.goto(`${url}#operation-exists`)
  expect(await page.locator('#operation-exists').isVisible()).toBe(true)
})

test('commands and links can be copied', async () => {
  const { page, url } = await openReport('one-violation')
  const card = page.locator('#limit-honoured')
  await card.getByRole('button', { name: 'Copy the replay command' }).click()
  await eventually(() => readClipboard(page)).toMatch(/replay plant-store.json limit-honoured /)
  await card.getByRole('button', { name: 'Copy the curl command' }).click()
  await eventually(() => readClipboard(page)).toMatch(/^curl .*plants\?limit=1'$/)
  await card.getByRole('button', { name: 'Copy link' }).click()
  await eventually(() => readClipboard(page)).toBe(`${url}#limit-honoured`)
  expect(await page.getByRole('status').textContent()).toBe('Copied')
})

test('the page can be used with a keyboard', async () => {
  const { page } = await openReport('hostile')
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the findings')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const first = page.locator('details.finding').first()
  expect(await first.locator('> summary:focus').count()).toBe(1)
  expect(await first.getAttribute('open')).toBe('')
  await page.keyboard.press('Enter')
  expect(await first.getAttribute('open')).toBe(null)
})

test('without scripts, the page shows all failed checks, and no buttons', async () => {
  const { page, url } = await openReport('hostile', { javaScriptEnabled: false })
  expect(await page.getByRole('button').count()).toBe(0)
  const broken = recorded.get('hostile')?.findings.filter(({ verdict }) => verdict === 'fail')
  expect(await page.locator('.finding.bad').count()).toBe(broken?.length)
  await page.goto(`${url}#plant-tag-string`)
  await page.locator('#plant-tag-string').getByText('Expected', { exact: true }).waitFor()
})
