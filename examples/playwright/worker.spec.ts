import { expect, test } from 'plant-store-kit/playwright'
import { page as address } from './chromium.ts'

test('lists the plants', async ({ page, plantStore }) => {
  await page.goto(address)
  await expect(page.getByRole('listitem')).toHaveText([
    'Monstera deliciosa',
    'Ginkgo biloba',
    'Ocimum basilicum',
  ])
  expect(plantStore.requests({ limit: 1 })).toMatchObject([
    { method: 'GET', url: '/plants?limit=3', status: 200 },
  ])
})

test('shows an empty shelf', async ({ page, plantStore }) => {
  plantStore.scenario('empty')
  await page.goto(address)
  await expect(page.getByRole('status')).toHaveText('No plants yet')
})

test('shows hostile names as text', async ({ page, plantStore }) => {
  plantStore.scenario('hostile')
  await page.goto(address)
  await expect(page.getByRole('listitem').first()).toHaveText("<script>alert('plants')</script>")
})

test('shows that it is loading, then the plants', async ({ page, plantStore }) => {
  plantStore.settings({ fixedDelay: 500 })
  await page.goto(address)
  await expect(page.getByRole('status')).toHaveText('Loading…')
  await expect(page.getByRole('status')).toHaveText('3 plants')
})

test('recovers on a retry', async ({ page, plantStore }) => {
  plantStore.scenario('flaky')
  await page.goto(address)
  await expect(page.getByRole('status')).toHaveText('Sorry: not yet; try again')
  await page.getByRole('button').click()
  await page.getByRole('button').click()
  await expect(page.getByRole('status')).toHaveText('3 plants')
})

test.describe('when connections break', () => {
  test.use({ plantStoreScenario: 'connection-reset' })

  test('shows an error', async ({ page }) => {
    await page.goto(address)
    await expect(page.getByRole('status')).toHaveText('Sorry: Failed to fetch')
  })

  test('shows an error without redirection by Playwright, too', async ({ page, plantStore }) => {
    await page.goto(`${address}?store=${encodeURIComponent(plantStore.url)}`)
    await expect(page.getByRole('status')).toHaveText('Sorry: Failed to fetch')
  })
})

test('starts from a fresh mock, whatever earlier tests did', async ({ plantStore }) => {
  expect(plantStore.scenarios().scenario).toBe('normal')
  expect(plantStore.requests()).toEqual([])
})
