import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, beforeEach, test } from 'node:test'
import { startMock } from 'plant-store-kit'
import { chromium } from 'playwright-core'
import { serve } from './serve.ts'

const mock = await startMock({ port: 0 })
const server = await serve(0)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
  ],
})
const page = await browser.newPage()
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

beforeEach(() => mock.reset())
after(async () => {
  await browser.close()
  await mock.close()
  server.close()
  server.closeAllConnections()
})

const open = (query: string): Promise<unknown> => page.goto(`${address}?${query}`)
const openWithStore = (): Promise<unknown> => open(new URLSearchParams({ store: mock.url }).toString())
const waitForStatus = (status: string): Promise<void> =>
  page.getByRole('status').getByText(status, { exact: true }).waitFor()

test('shows the plants of the chosen user, and at most the given number', async () => {
  await openWithStore()
  await waitForStatus('30 plants')
  await page.getByLabel('User').selectOption('Bob')
  await page.getByLabel('At most').fill('2')
  await page.getByText('Show').click()
  await waitForStatus('2 plants')
  assert.deepEqual(await page.getByRole('listitem').allTextContents(), [
    'Dionaea muscipula (carnivorous plant)',
    'Drosera capensis (carnivorous plant)',
  ])
})

test('shows that it is loading', async () => {
  mock.settings({ delay: 1000 })
  await openWithStore()
  await waitForStatus('Loading…')
  await waitForStatus('30 plants')
})

test('shows an empty list', async () => {
  await openWithStore()
  await page.getByLabel('User').selectOption('New user')
  await page.getByText('Show').click()
  await waitForStatus('No plants yet.')
})

test('shows why a limit is invalid', async () => {
  await openWithStore()
  await page.getByLabel('At most').fill('-1')
  await page.getByText('Show').click()
  await waitForStatus('That did not work: limit must be an integer from 0 to 2147483647, got "-1"')
})

test('shows a broken connection, and the plants once it is back', async () => {
  mock.scenario('empty-response')
  await openWithStore()
  await waitForStatus('The store cannot be reached.')
  mock.scenario('normal')
  await page.getByText('Show').click()
  await waitForStatus('30 plants')
})

test('shows hostile text as text', async () => {
  mock.scenario('hostile')
  await openWithStore()
  await waitForStatus('17 plants')
  assert.equal(
    await page.getByRole('listitem').first().textContent(),
    "<script>alert('plants')</script> (<b>bold</b>)",
  )
})

test('runs on a mock in the page, without a server', async () => {
  await open('mock=unavailable')
  await waitForStatus('That did not work: the store is closed for watering')
  await open('mock=connection-reset')
  await waitForStatus('The store cannot be reached.')
  assert.equal(mock.requests().length, 0)
})
