import { expect, test } from 'plant-store-kit/playwright'

test('says that it is loading, then lists the plants', async ({ page, plantStore }) => {
  plantStore.plants([{ name: 'Aloe vera' }, { name: 'Rosa' }])
  plantStore.settings({ delay: 1000 })
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText('Loading…')
  await expect(page.getByRole('listitem')).toHaveText(['Aloe vera', 'Rosa'])
})

test('says that there are no plants', async ({ page, plantStore }) => {
  plantStore.scenario('empty')
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText('No plants yet')
})

test('shows what went wrong', async ({ page, plantStore }) => {
  plantStore.settings({ status: 500, message: 'the reason' })
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText('Sorry: the reason')
})

test('says how long to wait if it sent too many requests', async ({ page, plantStore }) => {
  plantStore.scenario('too-many-requests')
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText('Sorry: too many requests, wait 1 s')
})

test('says that the store cannot be reached', async ({ page, plantStore }) => {
  plantStore.scenario('connection-reset')
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText('The store cannot be reached')
})

test('shows the chosen number of plants', async ({ page, plantStore }) => {
  await page.goto('/')
  await page.getByLabel('Number of plants').selectOption('5')
  await expect(page.getByRole('listitem')).toHaveCount(5)
  await expect(plantStore).toHaveReceived({ limit: 5 }, { status: 200 })
})
