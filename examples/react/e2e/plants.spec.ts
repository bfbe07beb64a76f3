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

test('says that another user has no plants', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('token', 'token-empty'))
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText('No plants yet')
})

test('says how long to wait if it sent too many requests', async ({ page, plantStore }) => {
  plantStore.scenario('too-many-requests')
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText('Sorry: too many requests, wait 1 s')
})

test('shows what went wrong, and tries again', async ({ page, plantStore }) => {
  plantStore.plants([{ name: 'Aloe vera' }, { name: 'Rosa' }])
  plantStore.scenario('unavailable')
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText(/^Sorry: /)
  plantStore.scenario('normal')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('status')).toHaveText('2 plants')
})

test('opens a link in the state that it names', async ({ page, plantStore }) => {
  await page.goto('/?__scenario=forbidden')
  await expect(page.getByRole('status')).toHaveText(/^Sorry: /)
  await expect(plantStore).toHaveReceived({}, { status: 403 })
})

test('shows the chosen number of plants', async ({ page, plantStore }) => {
  await page.goto('/')
  await page.getByLabel('Number of plants').selectOption('5')
  await expect(page.getByRole('listitem')).toHaveCount(5)
  await expect(plantStore).toHaveReceived({ limit: 5 }, { status: 200 })
})
