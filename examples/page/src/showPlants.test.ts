import { test } from 'plant-store-kit/vitest'
import { expect } from 'vitest'
import { showPlants } from './showPlants.ts'

const page = document.body

test('says that it is loading, then lists the plants', async ({ mock }) => {
  await mock.plants([{ name: 'Aloe vera' }, { name: 'Rosa' }])
  const loaded = showPlants(page, { baseUrl: mock.url, headers: mock.headers })
  expect(page.textContent).toContain('Loading…')
  await loaded
  expect([...page.querySelectorAll('li')].map((item) => item.textContent)).toEqual(['Aloe vera', 'Rosa'])
})

test('says that there are no plants', async ({ mock }) => {
  await mock.scenario('empty')
  await showPlants(page, { baseUrl: mock.url, headers: mock.headers })
  expect(page.textContent).toContain('No plants yet')
})

test('shows what went wrong', async ({ mock }) => {
  await mock.settings({ status: 403, message: 'the reason' })
  await showPlants(page, { baseUrl: mock.url, headers: mock.headers })
  expect(page.textContent).toContain('Sorry: the reason')
})

test('says how long to wait if it sent too many requests', async ({ mock }) => {
  await mock.scenario('too-many-requests')
  await showPlants(page, { baseUrl: mock.url, headers: mock.headers })
  expect(page.textContent).toContain('Sorry: too many requests, wait 1 s')
})

test('shows what went wrong on the way', async ({ mock }) => {
  await mock.scenario('bad-gateway')
  await showPlants(page, { baseUrl: mock.url, headers: mock.headers })
  expect(page.textContent).toContain('Sorry: the store answered 502')
  await mock.scenario('login-page')
  await showPlants(page, { baseUrl: mock.url, headers: mock.headers })
  expect(page.textContent).toContain('Sorry: that was no list')
})

test('shows the last choice, even if the response to an earlier choice arrives later', async ({ mock }) => {
  await mock.settings({ delay: 500 })
  void showPlants(page, { baseUrl: mock.url, headers: mock.headers })
  await expect(mock).toHaveReceived()
  await mock.settings({ delay: null })
  const [limit] = page.getElementsByTagName('select')
  if (limit) limit.value = '5'
  limit?.dispatchEvent(new Event('change'))
  await expect.poll(() => page.querySelectorAll('li').length).toBe(5)
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(page.querySelectorAll('li').length).toBe(5)
})

test('asks for the chosen number of plants', async ({ mock }) => {
  await showPlants(page, { baseUrl: mock.url, headers: mock.headers })
  const [limit] = page.getElementsByTagName('select')
  if (limit) limit.value = '5'
  limit?.dispatchEvent(new Event('change'))
  await expect.poll(() => page.querySelectorAll('li').length).toBe(5)
  await expect(mock).toHaveReceived({ limit: 5 }, { status: 200 })
})
