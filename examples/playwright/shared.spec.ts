import { test as base, expect } from '@playwright/test'
import { page as address } from './chromium.ts'

const store = process.env.PLANT_STORE_URL ?? ''

/** Each test is a session of the shared mock, with its own scenario. */
const test = base.extend<{ choose: (scenario: string) => Promise<void> }>({
  choose: async ({ context, request }, use, { testId: session }) => {
    await context.setExtraHTTPHeaders({ 'X-Plant-Store-Session': session })
    await use(async (scenario) => {
      const response = await request.put(`${store}/__admin/scenario`, { data: { scenario, session } })
      expect(response.status()).toBe(200)
    })
  },
})

for (const [scenario, status] of [
  ['normal', '3 plants'],
  ['empty', 'No plants yet'],
  ['one', '1 plants'],
  ['unavailable', 'Sorry: the store is closed for watering'],
] as const)
  test(`shows ${scenario}`, async ({ page, choose }) => {
    await choose(scenario)
    await page.goto(`${address}?store=${encodeURIComponent(store)}`)
    await expect(page.getByRole('status')).toHaveText(status)
  })
