import { openServer, waitForStatus } from './openServer.mjs'

await openServer(
  (port) => `npx webpack serve --port ${port}`,
  async ({ page, url }) => {
    await page.goto(url)
    await waitForStatus(page, '30 plants')
    await page.goto(`${url}?__scenario=empty`)
    await waitForStatus(page, 'No plants yet')
    await page.goto(url)
    const choose = (scenario) =>
      fetch(`${url}__admin/scenario`, { method: 'PUT', body: JSON.stringify({ scenario }) })
    await choose('truncated')
    await page.reload()
    await waitForStatus(page, 'That did not work: 200')
    await page.goto(`${url}__admin/console/`)
    if (!(await page.title()).includes('Plant Store')) throw new Error('the console is missing')
  },
)
