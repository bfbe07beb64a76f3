import { appendFileSync, cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sendJson, startService } from '../../src/mock/mock.testing.ts'
import { startMock } from '../../src/mock/startMock.ts'
import { eventually, openConsole, openView, readClipboard, waitUntilLoaded } from './browser.testing.ts'

const ALICE = { authorization: 'Bearer token-alice' }

async function fetchPlants(url: string, headers: Record<string, string>): Promise<unknown> {
  return (await fetch(`${url}/plants`, { headers })).json()
}

test('choosing a scenario changes the responses, and a reset undoes it', async () => {
  const opened = await openConsole()
  const { mock, page } = opened
  await waitUntilLoaded(opened)
  const plants = () => fetchPlants(mock.url, ALICE)
  await page.locator('#scenario-list').getByText('one', { exact: true }).click()
  await eventually(() => page.locator('#scenario-current').textContent()).toBe('one')
  expect(await plants()).toHaveLength(1)
  await page.getByRole('button', { name: 'Reset mock' }).click()
  await eventually(() => page.locator('#scenario-current').textContent()).toBe('normal')
  expect(await plants()).toHaveLength(30)
})

test('the headline says what everybody gets, and ends it', async () => {
  const opened = await openConsole()
  const { mock, page } = opened
  await waitUntilLoaded(opened)
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
  expect(shown).toContain('Plants of your own: 1 plant')
  mock.responses(['empty', 503])
  await headline.getByText('First: 2 given responses').waitFor()
  expect(await fetchPlants(mock.url, ALICE)).toEqual([])
  await headline.getByText('First: 1 given response').waitFor()
  await page.getByRole('button', { name: 'Drop these responses' }).click()
  await page.getByRole('button', { name: 'Clear settings' }).click()
  await page.getByRole('button', { name: 'Back to the usual plants' }).click()
  await page.getByRole('button', { name: 'End the scenario of session worker-1' }).click()
  await page.getByRole('button', { name: 'Back to normal' }).click()
  await eventually(() => headline.innerText()).toMatch(
    /^Everybody gets: normal\s+Plants\s+Fail the next request\s+200 The plants of each user$/,
  )
  expect(await fetchPlants(mock.url, ALICE)).toHaveLength(30)
  expect(mock.scenarios()).toMatchObject({ scenario: 'normal', sessions: {} })
})

test('scenarios are grouped, and can be searched by name, title, preview and group', async () => {
  const opened = await openConsole()
  const { mock, page } = opened
  await waitUntilLoaded(opened)
  const visible = () => page.locator('#scenario-list .choice:visible .name').allInnerTexts()
  expect(await page.locator('#scenario-list legend').allInnerTexts()).toEqual([
    'Data',
    'Speed',
    'Errors',
    'Network',
  ])
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
  const opened = await openConsole()
  const { mock, page } = opened
  await waitUntilLoaded(opened)
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
  await dialog.getByText('Given by you or by a test, to every user').waitFor()
  expect(await fetchPlants(mock.url, ALICE)).toEqual([
    { name: 'Aloe vera' },
    { name: 'Ginkgo biloba', tag: 'tree' },
  ])
  await page.keyboard.press('Escape')
  const session = page.getByLabel('Session, or nothing for everybody')
  await session.fill('worker-1')
  await openView(page, 'Plants')
  await dialog.getByRole('button', { name: 'Edit' }).click()
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
  await dialog.getByRole('button', { name: 'Back to the usual plants' }).click()
  await dialog.getByText('From the fixtures.').waitFor()
  expect(await fetchPlants(mock.url, ALICE)).toHaveLength(30)
})

test('the journal shows requests from before and after the page was opened', async () => {
  const opened = await openConsole()
  const { mock, page, journal } = opened
  await waitUntilLoaded(opened)
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

test('a row shows the result, the rule, the duration and the size, and opened the response', async () => {
  const opened = await openConsole()
  const { mock, page, journal } = opened
  await waitUntilLoaded(opened)
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
  await fetch(`${mock.url}/plants`, { headers: { ...ALICE, prefer: 'fault=TRUNCATED_BODY' } })
    .then((response) => response.text())
    .catch(() => {})
  await eventually(() => row.innerText()).toMatch(/200\s+GET \/plants\s[\s\S]*half a body/)
  expect(await row.locator('.status.bad').count()).toBe(1)
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
  await eventually(() => journal.locator('li:visible').count()).toBe(2)
})

test('a request can be copied as curl with the token of its user, and the journal be paused', async () => {
  const opened = await openConsole()
  const { mock, page, journal } = opened
  await waitUntilLoaded(opened)
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

test('the journal shows what the service behind the mock returned, and how that violates the contract', async () => {
  const service = await startService(sendJson(200, [{ name: 5 }]))
  const opened = await openConsole({ upstream: service.url })
  const { mock, page, journal } = opened
  await waitUntilLoaded(opened)
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

test('the journal can be exported as an HTTP Archive', async () => {
  const opened = await openConsole()
  const { mock, page, journal } = opened
  await waitUntilLoaded(opened)
  await fetch(`${mock.url}/plants?limit=3`, { headers: ALICE })
  await journal.locator('li').first().waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export HAR' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('plant-store.har')
  const { log } = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(log.entries[0].request.url).toBe(`${mock.url}/plants?limit=3`)
  expect(log.entries[0].response.content.text).toContain('Monstera deliciosa')
})

test('the page reconnects when the mock restarts', async () => {
  const opened = await openConsole()
  const { mock, page } = opened
  await waitUntilLoaded(opened)
  const { port } = mock
  await mock.close()
  await page.locator('#connection[data-state=lost]').waitFor()
  const next = await startMock({ port, settings: { scenario: 'many' } })
  await page.locator('#connection[data-state=live]').waitFor()
  await eventually(() => page.locator('#scenario-current').textContent()).toBe('many')
  await next.close()
})

test('shows reloaded fixtures, and the file and line of a mistake in them', async () => {
  const fixtures = mkdtempSync(join(tmpdir(), 'plant-store-fixtures-'))
  cpSync('fixtures', fixtures, { recursive: true })
  const opened = await openConsole({ fixtures, watch: true })
  const { page } = opened
  await waitUntilLoaded(opened)
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

test('everything works with the keyboard', async () => {
  const opened = await openConsole()
  const { page, response } = opened
  await waitUntilLoaded(opened)
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
})

test('the next request can be made to fail, and a response shown before a change is marked as old', async () => {
  const { page, mock, response, ...others } = await openConsole()
  await waitUntilLoaded({ page, mock, response, ...others })
  const old = page.getByText('This response is old')
  await page.getByRole('button', { name: 'Send' }).click()
  await response.getByText('200 OK').waitFor()
  expect(await old.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Fail the next request' }).click()
  await page.getByText('First: 1 given response').waitFor()
  expect(await old.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Send' }).click()
  await response.getByText('503 Service Unavailable').waitFor()
  await page.getByText('First: 1 given response').waitFor({ state: 'hidden' })
  mock.scenario('empty')
  await old.waitFor()
  await page.getByRole('button', { name: 'Send' }).click()
  await response.getByText('200 OK').waitFor()
  await old.waitFor({ state: 'hidden' })
})
