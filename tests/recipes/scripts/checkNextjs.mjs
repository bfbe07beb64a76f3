import { openServer, waitForStatus } from './openServer.mjs'

await openServer(
  (port) => `npx next dev --port ${port}`,
  async ({ page, url }) => {
    const choose = (scenario) =>
      fetch('http://127.0.0.1:4010/__admin/scenario', { method: 'PUT', body: JSON.stringify({ scenario }) })
    for (const path of ['', 'client']) {
      await choose('normal')
      await page.goto(url + path, { timeout: 120_000 })
      await waitForStatus(page, '30 plants')
      await choose('unavailable')
      await page.goto(url + path)
      await waitForStatus(page, 'That did not work: the store is closed for watering')
    }
  },
)
