import { openServer, waitForStatus } from './openServer.mjs'

await openServer(
  (port) => `npx next dev --port ${port}`,
  async ({ page, url }) => {
    const choose = (scenario, session) =>
      fetch('http://127.0.0.1:4010/__admin/scenario', {
        method: 'PUT',
        body: JSON.stringify({ scenario, session }),
      })
    for (const path of ['', 'client']) {
      await choose('normal')
      await page.goto(url + path, { timeout: 120_000 })
      await waitForStatus(page, '30 plants')
      await choose('unavailable')
      await page.goto(url + path)
      await waitForStatus(page, 'That did not work: the store is closed for watering')
    }
    await choose('connection-reset')
    await page.goto(url)
    await waitForStatus(page, 'The store cannot be reached')
    await choose('empty', 'worker-1')
    await page.setExtraHTTPHeaders({ 'X-Plant-Store-Session': 'worker-1' })
    await page.goto(url)
    await waitForStatus(page, 'No plants yet')
  },
)
