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
const seen = (status: string): Promise<void> =>
  page.getByRole('status').getByText(status, { exact: true }).waitFor()

test('shows the plants of whoever is chosen, and no more than asked for', async () => {
  await openWithStore()
  await seen('30 plants')
  await page.getByLabel('Who').selectOption('Bob')
  await page.getByLabel('At most').fill('2')
  await page.getByText('Show').click()
  await seen('2 plants')
  assert.deepEqual(await page.getByRole('listitem').allTextContents(), [
    'Dionaea muscipula (carnivorous plant)',
    'Drosera capensis (carnivorous plant)',
  ])
})

test('says that it is loading', async () => {
  mock.settings({ fixedDelay: 1000 })
  await openWithStore()
  await seen('Loading…')
  await seen('30 plants')
})

test('says that there is nothing yet', async () => {
  await openWithStore()
  await page.getByLabel('Who').selectOption('Somebody new')
  await page.getByText('Show').click()
  await seen('No plants yet.')
})

test('says what the store has against a limit', async () => {
  await openWithStore()
  await page.getByLabel('At most').fill('-1')
  await page.getByText('Show').click()
  await seen('That did not work: limit must be an integer from 0 to 2147483647, got "-1"')
})

test('says that the store cannot be reached, and shows plants once it can', async () => {
  mock.scenario('empty-response')
  await openWithStore()
  await seen('The store cannot be reached.')
  mock.scenario('normal')
  await page.getByText('Show').click()
  await seen('30 plants')
})

test('shows hostile text as text', async () => {
  mock.scenario('hostile')
  await openWithStore()
  await seen('17 plants')
  assert.equal(
    await page.getByRole('listitem').first().textContent(),
    "<script>alert('plants')</script> (<b>bold</b>)",
  )
})

test('runs without a server, on the mock in the page', async () => {
  await open('mock=unavailable')
  await seen('That did not work: the store is closed for watering')
  await open('mock=connection-reset')
  await seen('The store cannot be reached.')
  assert.equal(mock.requests().length, 0)
})
