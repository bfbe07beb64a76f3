import { appendFileSync, cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sendJson, startService, startTestMock } from '../../src/mock/mock.testing.ts'
import { startMock } from '../../src/mock/startMock.ts'
import { createFolder } from '../folder.testing.ts'
import {
  eventually,
  openConsole,
  openPage,
  openView,
  readClipboard,
  runAxe,
  runAxeInDark,
} from './browser.testing.ts'
import { fillConsole } from './fillConsole.testing.ts'

test("the page shows code for an application, with the base URL and the chosen user's token", async () => {
  const { mock, page, problems } = await openConsole({ basePath: '/v1' })
  expect(await page.locator('#base-url').textContent()).toBe(mock.url)
  await openView(page, 'Connect')
  await page.getByText('contract Plant Store 1.0.0').waitFor()
  const user = page.getByRole('dialog').getByLabel('User')
  const users = await user.locator('option').allTextContents()
  expect(users).toEqual(['alice: token-alice', 'bob: token-bob', 'empty: token-empty'])
  await user.selectOption('bob')
  const clients = page.locator('#clients summary')
  const names = 'curl fetch openapi-fetch .env Vite Next.js MSW Vitest Playwright'
  expect(await clients.allInnerTexts()).toEqual(names.split(' '))
  for (const client of ['curl', 'fetch', 'openapi-fetch', '.env']) {
    await clients.getByText(client, { exact: true }).click()
    const code = await page.locator('#clients [open] pre').textContent()
    expect(code).toContain(mock.url)
    expect(code).toContain('token-bob')
    await page.getByRole('button', { name: `Copy code for ${client}` }).click()
    await eventually(() => readClipboard(page)).toBe(code)
    await clients.getByText(client, { exact: true }).click()
  }
  expect(problems).toEqual([])
})

test('the page shows markup and scripts in plant names, limits and sessions as text', async () => {
  const { page, response, journal, problems } = await openConsole({ settings: { scenario: 'hostile' } })
  await page.locator('#user').selectOption('alice')
  await page.locator('#limit').fill('<img src=x onerror=alert(1)>')
  await page.locator('#session').fill('<script>alert(2)</script>')
  page.on('dialog', (dialog) => problems.push(dialog.message()))
  await page.getByRole('button', { name: 'Send' }).click()
  await response.getByText('400 Bad Request').waitFor()
  await journal.getByText('<script>alert(2)</script>').waitFor()
  await journal.locator('summary').first().click()
  await journal.locator('pre').getByText('<img src=x onerror=alert(1)>').waitFor()
  await page.locator('#limit').fill('')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await response.getByText(`<script>alert('plants')</script>`).waitFor()
  await response.getByText('JSON', { exact: true }).click()
  await response.getByText(`"<script>alert('plants')</script>"`).waitFor()
  expect(await response.locator('img, script, svg, b').count()).toBe(0)
  expect(await journal.locator('img, script').count()).toBe(0)
  // The console shows the right-to-left override as a code point.
  expect(await response.innerText()).toContain('U+202E')
  expect(await page.locator('body').evaluate((body) => body.textContent?.includes('\u202e'))).toBe(false)
  expect(problems.filter((line) => !line.includes('400'))).toEqual([])
})

test('every view fits a width of 320 pixels', async () => {
  const size = 320
  const { page, response, journal } = await openConsole(
    { settings: { scenario: 'hostile' } },
    { viewport: { width: size, height: 844 } },
  )
  const width = () => page.evaluate('document.documentElement.scrollWidth')
  expect(await width()).toBe(size)
  await openView(page, 'Request')
  await page.locator('#user').selectOption('alice')
  await page.locator('#limit').fill('9'.repeat(200))
  await page.locator('#session').fill('s'.repeat(200))
  await page.getByText('As code').click()
  await page.getByRole('button', { name: 'Send' }).click()
  await response.getByText('400 Bad Request').waitFor()
  expect(await width()).toBe(size)
  await openView(page, 'Journal')
  await journal.locator('summary').first().click()
  await journal.locator('pre').waitFor()
  expect(await width()).toBe(size)
  await openView(page, 'Scenarios')
  for (const name of ['Plants', 'Connect']) {
    await openView(page, name)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    expect(await width(), name).toBe(size)
    await dialog.getByRole('button', { name: 'Close' }).click()
  }
})

test('a user on another machine must enter the admin token once per tab', async () => {
  const mock = await startTestMock({ adminToken: 'let-me-in' })
  // With this header, the request seems to come from another machine.
  const page = await openPage({ extraHTTPHeaders: { 'X-Forwarded-For': '192.0.2.1' } })
  const asked: string[] = []
  const answers = ['wrong', 'let-me-in']
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.accept(answers[asked.length - 1])
  })
  await page.goto(new URL('/', mock.url).href)
  await page.locator('#connection[data-state=live]').waitFor()
  await page.reload()
  await page.locator('#connection[data-state=live]').waitFor()
  expect(asked).toEqual([expect.stringContaining('--admin-token'), expect.stringContaining('--admin-token')])
})

// axe computes the colours of many elements, which can take long on a busy machine.
test.for([1920, 390])('axe finds no problem at a width of %i pixels', { timeout: 240_000 }, async (width) => {
  const viewport = { width, height: 1080 }
  const { mock, page, journal } = await openConsole({}, { viewport })
  await fillConsole(mock)
  await journal.locator('li').nth(20).waitFor({ state: 'attached' })
  for (const view of ['scenarios', 'request', 'journal', 'plants', 'connect']) {
    await page.evaluate(`location.hash = '#${view}'`)
    if (view === 'request') {
      await page.locator('#limit').fill('3')
      await page.getByText('As code', { exact: true }).click()
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.locator('#response .status').waitFor()
    }
    if (view === 'journal') {
      await journal.locator('summary').first().click()
      await journal.locator('pre').waitFor()
    }
    if (view === 'plants') await page.getByRole('button', { name: 'Edit' }).click()
    if (view === 'connect') await page.getByText('Playwright').click()
    expect(await runAxe(page), view).toEqual([])
    if (width > 390) expect(await runAxeInDark(page), view).toEqual([])
  }
})

test('the page sends the request in the form, and shows its code, the plants, the rule, the JSON and the headers', async () => {
  const { mock, page, response } = await openConsole()
  await page.locator('#user').selectOption('bob')
  await page.locator('#limit').fill('2')
  await page.locator('#prefer').fill('delay=30')
  await page.locator('#session').fill('worker-7')
  await page.keyboard.press('Enter')
  await page.getByText('As code', { exact: true }).click()
  const [curl, fetched] = await page.locator('#request-form pre').allTextContents()
  expect(curl).toBe(
    `curl -si -H 'Authorization: Bearer token-bob' -H 'Prefer: delay=30' -H 'X-Plant-Store-Session: worker-7' '${mock.url}/plants?limit=2'`,
  )
  await page.getByRole('button', { name: 'Copy request as fetch' }).click()
  await eventually(() => readClipboard(page)).toBe(fetched)
  await response.getByText('200 OK').waitFor()
  const shown = await response.innerText()
  expect(shown).toMatch(/Rule\s+fixtures/)
  expect(shown).toMatch(/Applied\s+delay=30/)
  expect(await response.getByRole('status').innerText()).toMatch(/^200 OK\s+2 plants · \d/)
  expect(await response.locator('.plants > li').allInnerTexts()).toEqual([
    expect.stringMatching(/^Dionaea muscipula\s+carnivorous plant$/),
    expect.stringMatching(/^Drosera capensis\s+/),
  ])
  await response.getByText('JSON', { exact: true }).press('Enter')
  await response.getByText('"Drosera capensis"').waitFor()
  await response.getByText(/^Headers \d+$/).press('Enter')
  await response.getByText('x-plant-store-rule', { exact: true }).waitFor()
})

test('after a fault, the page refers to the journal, which shows the fault', async () => {
  const { page, response, journal } = await openConsole()
  const options = await page
    .locator('#outcome option')
    .evaluateAll((all: { value: string }[]) => all.map(({ value }) => value))
  const faults = options.filter((value) => value.startsWith('fault='))
  for (const fault of faults) {
    await page.locator('#outcome').selectOption(fault)
    await page.getByRole('button', { name: 'Send' }).click()
    await response.getByText('the journal shows').waitFor()
    await page.getByRole('button', { name: 'Send' }).waitFor()
  }
  for (const name of ['connection reset', 'no response', 'half a body'])
    await journal.getByText(name, { exact: true }).first().waitFor()
  const broken = journal.locator('li', { hasText: 'half a body' }).first()
  expect(await broken.locator('.status.bad').count()).toBe(1)
  await journal.getByText('half a body').first().click()
  await journal.getByText('The connection closed before the body was complete.').first().waitFor()
})

test('a slow request can be stopped', async () => {
  const { page, response } = await openConsole()
  await page.locator('#speed').selectOption('delay=30000')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await response.getByText('Stopped').waitFor()
  await page.getByRole('button', { name: 'Send' }).waitFor()
})

test('the page shows the first 120 of ten thousand plants, and the first 400 lines of their JSON', async () => {
  const { page, response } = await openConsole({ settings: { scenario: 'many' } })
  await page.locator('#user').selectOption('alice')
  await page.getByRole('button', { name: 'Send' }).click()
  await response.getByRole('status').getByText('10,000 plants').waitFor()
  expect(await response.locator('.plants > li').count()).toBe(120)
  await response.getByRole('button', { name: 'Show all 10,000 plants' }).click()
  expect(await response.locator('.plants > li').count()).toBe(10_000)
  await response.getByText('JSON', { exact: true }).click()
  const lines = async (): Promise<number> => (await response.locator('pre').innerText()).split('\n').length
  expect(await lines()).toBe(400)
  await response.getByRole('button', { name: /Show all .* lines/ }).click()
  expect(await lines()).toBeGreaterThan(30_000)
})

const ALICE = { authorization: 'Bearer token-alice' }

async function fetchPlants(url: string, headers: Record<string, string>): Promise<unknown> {
  return (await fetch(`${url}/plants`, { headers })).json()
}

test("the headline shows the changes to everybody's responses, and can undo the changes", async () => {
  const { mock, page } = await openConsole()
  const headline = page.locator('#headline')
  mock.scenario('flaky')
  mock.settings({ delay: 300, fault: 'EMPTY_RESPONSE', count: 0 })
  mock.plants([{ name: 'Aloe vera' }])
  mock.scenario('empty', { session: 'worker-1' })
  await headline.getByText('worker-1: empty').waitFor()
  const shown = await headline.innerText()
  expect(shown).toMatch(/^Everybody gets: flaky/)
  expect(shown).toContain('503 → 503 → 200')
  expect(shown).toContain('The first two requests of each session get a 503')
  expect(shown).toContain('Settings: delay 300, fault EMPTY_RESPONSE, count 0')
  expect(shown).toContain('Your own plants: 1 plant')
  mock.responses(['empty', 503])
  await headline.getByText('Next: 2 queued responses').waitFor()
  expect(await fetchPlants(mock.url, ALICE)).toEqual([])
  await headline.getByText('Next: 1 queued response').waitFor()
  await page.getByRole('button', { name: 'Remove these responses' }).click()
  await page.getByRole('button', { name: 'Clear settings' }).click()
  await page.getByRole('button', { name: 'Restore the usual plants' }).click()
  await page.getByRole('button', { name: 'End the scenario of session worker-1' }).click()
  await page.getByRole('button', { name: 'Back to normal' }).click()
  await eventually(() => headline.innerText()).toMatch(
    /^Everybody gets: normal\s+Plants\s+Fail the next request\s+200 The plants of each user$/,
  )
  expect(await fetchPlants(mock.url, ALICE)).toHaveLength(30)
  expect(mock.scenarios()).toMatchObject({ scenario: 'normal', sessions: {} })
})

test('scenarios are grouped, and can be searched by name, title, preview and group', async () => {
  const { mock, page } = await openConsole()
  const visible = () => page.locator('#scenario-list .choice:visible .name').allInnerTexts()
  const groups = await page.locator('#scenario-list legend').allInnerTexts()
  expect(groups).toEqual(['Data', 'Speed', 'Errors', 'Network'])
  const { scenarios } = mock.scenarios()
  expect((await visible()).toSorted()).toEqual(scenarios.map(({ name }) => name).toSorted())
  const search = page.getByRole('searchbox', { name: 'Search scenarios' })
  await search.fill('503')
  expect(await visible()).toEqual(['flaky', 'unavailable'])
  await search.fill('network half')
  expect(await visible()).toEqual(['truncated'])
  for (const word of ['offline', 'timeout', 'loading']) {
    await search.fill(word)
    expect(await visible(), word).not.toEqual([])
  }
  await search.fill('no such thing')
  await page.getByText('No scenario matches.').waitFor()
})

test('plants can be edited, for everybody and for one session', async () => {
  const { mock, page } = await openConsole()
  await openView(page, 'Plants')
  const dialog = page.getByRole('dialog')
  const cards = dialog.locator('.plants > li')
  await eventually(() => cards.count()).toBe(30)
  await dialog.getByLabel('User').selectOption('bob')
  await eventually(() => cards.count()).toBe(4)
  await dialog.getByRole('button', { name: 'Edit' }).click()
  const json = dialog.getByLabel('Plants as JSON')
  expect(await json.inputValue()).toContain('"Drosera capensis"')
  await json.fill('[{"name": "Aloe vera"}, {"name": "Ginkgo biloba", "tag": "tree"}]')
  await dialog.getByRole('button', { name: 'Serve to everybody' }).click()
  await dialog.getByText('This console or a test has set these plants for every user').waitFor()
  expect(await fetchPlants(mock.url, ALICE)).toEqual([
    { name: 'Aloe vera' },
    { name: 'Ginkgo biloba', tag: 'tree' },
  ])
  await page.keyboard.press('Escape')
  const session = page.getByLabel('Session; leave empty for everybody')
  await session.fill('worker-1')
  await openView(page, 'Plants')
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByText('Every user in session worker-1 gets these plants').waitFor()
  await json.fill('[{"name": 5}]')
  await dialog.getByRole('button', { name: 'Serve to session worker-1' }).click()
  await dialog
    .getByRole('alert')
    .getByText(/^Not saved: plants.*name.*expected/)
    .waitFor()
  await json.fill('[]')
  await dialog.getByRole('button', { name: 'Serve to session worker-1' }).click()
  await dialog.getByText('No plants').waitFor()
  expect(await fetchPlants(mock.url, { ...ALICE, 'x-plant-store-session': 'worker-1' })).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await session.fill('')
  await openView(page, 'Plants')
  await dialog.getByRole('button', { name: 'Restore the usual plants' }).click()
  await dialog.getByText('From the fixtures.').waitFor()
  expect(await fetchPlants(mock.url, ALICE)).toHaveLength(30)
})

test('the journal shows requests from before and after the page was opened', async () => {
  const { mock, page, journal } = await openConsole()
  await fetch(`${mock.url}/plants?limit=5`, { headers: ALICE })
  await journal.getByText('/plants?limit=5').waitFor()
  await fetch(`${mock.url}/plant`, { headers: ALICE })
  await journal.getByText('404').waitFor()
  await page.reload()
  await journal.getByText('/plants?limit=5').waitFor()
  await page.getByLabel('Filter by result').selectOption('Unknown paths')
  await eventually(() => journal.getByText('/plants?limit=5').isVisible()).toBe(false)
  expect(await page.locator('#journal-count').textContent()).toBe('1 of 2')
  await journal.locator('summary', { hasText: '404' }).click()
  await journal
    .getByText(/\/plants\?/)
    .first()
    .waitFor()
  expect(await journal.locator('dl').first().innerText()).toMatch(/Hint\s+/)
  await page.getByRole('button', { name: 'Clear journal' }).click()
  await eventually(() => journal.locator('li').count()).toBe(0)
  expect(mock.requests()).toEqual([])
})

test('a row shows the result, the rule, the duration and the size, and opens to show the response', async () => {
  const { mock, page, journal } = await openConsole()
  const row = journal.locator('li').first()
  await fetch(`${mock.url}/plants?limit=1`, { headers: { ...ALICE, prefer: 'delay=40' } })
  await eventually(() => row.innerText()).toMatch(
    /200\s+GET \/plants\?limit=1\s+\d+ ms\s+\d+:\d+:\d+\s+delay=40 · alice\s+\d+ B/,
  )
  await row.locator('summary').click()
  await row.getByText('"Monstera deliciosa"').waitFor()
  await row.getByText('Response headers').click()
  await row.getByText('x-plant-store-rule', { exact: true }).waitFor()
  await row.getByText('Request headers').click()
  await row.getByText('Bearer ***').waitFor()
  const left = new AbortController()
  const waiting = fetch(`${mock.url}/plants`, {
    headers: { ...ALICE, prefer: 'delay=60000' },
    signal: left.signal,
  }).catch(() => {})
  await eventually(() => row.innerText()).toContain('waiting')
  left.abort()
  await waiting
  await eventually(() => row.innerText()).toContain('client left')
  await page.getByLabel('Filter by result').selectOption('Broken')
  await eventually(() => journal.locator('li:visible').count()).toBe(1)
})

test("a request can be copied as curl with its user's token, and the journal can be paused", async () => {
  const { mock, page, journal } = await openConsole()
  await fetch(`${mock.url}/plants?limit=3`, {
    headers: { ...ALICE, prefer: 'code=418', 'x-api-key': 'secret' },
  })
  await journal.locator('summary').click()
  await journal.getByRole('button', { name: 'Copy as curl' }).click()
  const curl = `curl -si -H 'Authorization: Bearer token-alice' -H 'prefer: code=418' '${mock.url}/plants?limit=3'`
  await eventually(() => readClipboard(page)).toBe(curl)
  await page.getByRole('button', { name: 'Pause' }).click()
  await fetch(`${mock.url}/plants?limit=4`, { headers: ALICE })
  await page.waitForTimeout(300)
  expect(await journal.locator('li').count()).toBe(1)
  await page.getByRole('button', { name: 'Pause' }).click()
  await eventually(() => journal.locator('li').count()).toBe(2)
  await fetch(`${mock.url}/plants`, { headers: { authorization: 'Bearer mine' } })
  await journal.getByText('bad-token').click()
  await journal.locator('li').first().getByRole('button', { name: 'Copy as curl' }).click()
  await eventually(() => readClipboard(page)).toBe(
    `curl -si -H 'Authorization: Bearer TOKEN' '${mock.url}/plants'`,
  )
})

test("the journal shows the service's response, and its contract violations", async () => {
  const service = await startService(sendJson(200, [{ name: 5 }]))
  const { mock, page, journal } = await openConsole({ upstream: service.url })
  await fetch(`${mock.url}/plants`, { headers: ALICE })
  const row = journal.locator('li').first()
  await row.getByText('violation').waitFor()
  await service.stop()
  await fetch(`${mock.url}/plants`, { headers: ALICE })
  await eventually(() => journal.locator('li:visible').count()).toBe(2)
  await page.getByLabel('Filter by result').selectOption('Violations')
  await eventually(() => journal.locator('li:visible').count()).toBe(1)
  await journal.locator('li:visible summary').click()
  const details = await journal.locator('li:visible dl').first().innerText()
  expect(details).toMatch(/Violation\s+\/0\/name/)
  expect(details).toMatch(/Service\s+returned 200 after/)
})

test('the page reconnects when the mock restarts', async () => {
  const { mock, page } = await openConsole()
  const { port } = mock
  await mock.close()
  await page.locator('#connection[data-state=lost]').waitFor()
  const next = await startMock({ port, settings: { scenario: 'many' } })
  await page.locator('#connection[data-state=live]').waitFor()
  await eventually(() => page.locator('#scenario-current').textContent()).toBe('many')
  await next.close()
})

test('shows reloaded fixtures, and the file and line of a mistake in them', async () => {
  const fixtures = createFolder()
  cpSync('fixtures', fixtures, { recursive: true })
  const { page } = await openConsole({ fixtures, watch: true })
  appendFileSync(join(fixtures, 'users.yaml'), '\ncarol: { token: token-carol, plants: [basil] }\n')
  await openView(page, 'Connect')
  await eventually(() =>
    page.getByRole('dialog').getByLabel('User').locator('option').allTextContents(),
  ).toContain('carol: token-carol')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByText('Fixtures reloaded').waitFor()
  writeFileSync(join(fixtures, 'users.yaml'), 'alice: { token: token-alice, plants: [no-such-plant] }\n')
  await page.getByText(/users\.yaml:1.*no-such-plant/).waitFor()
  expect(await page.locator('#notices .notice').count()).toBe(1)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  expect(await page.locator('#notices .notice').count()).toBe(0)
})

test('the console can be used with a keyboard', async () => {
  const { page, response } = await openConsole()
  const focus = (): Promise<unknown> =>
    page.evaluate(
      'document.activeElement.id || document.activeElement.value || document.activeElement.ariaLabel',
    )
  const tabTo = async (id: string): Promise<void> => {
    for (let presses = 0; presses < 60; presses++) {
      if ((await focus()) === id) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab never reached ${id}`)
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await tabTo('user')
  await page.keyboard.press('ArrowDown')
  await tabTo('limit')
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await response.waitFor()
  await tabTo('send')
  await page.keyboard.press('Enter')
  await response.locator('.status').waitFor()
  await tabTo('normal')
  await page.keyboard.press('ArrowDown')
  await eventually(() => page.locator('#scenario-current').textContent()).not.toBe('normal')
  await tabTo('Reset mock')
  await page.keyboard.press('Enter')
  await eventually(() => page.locator('#scenario-current').textContent()).toBe('normal')
})

test('the user can make the next request fail, and after a change the page marks the earlier response as old', async () => {
  const { page, mock, response } = await openConsole()
  const old = page.getByText('Out of date: the mock now serves')
  await page.getByRole('button', { name: 'Send' }).click()
  await response.getByText('200 OK').waitFor()
  expect(await old.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Fail the next request' }).click()
  await page.getByText('Next: 1 queued response').waitFor()
  expect(await old.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Send' }).click()
  await response.getByText('503 Service Unavailable').waitFor()
  await page.getByText('Next: 1 queued response').waitFor({ state: 'hidden' })
  mock.scenario('empty')
  await old.waitFor()
  await page.getByRole('button', { name: 'Send' }).click()
  await response.getByText('200 OK').waitFor()
  await old.waitFor({ state: 'hidden' })
})
