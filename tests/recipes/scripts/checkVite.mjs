import { openServer, waitForStatus } from './openServer.mjs'

await openServer(
  (port) => `npx vite --port ${port} --strictPort`,
  async ({ page, url, readOutput }) => {
    await page.goto(url)
    await waitForStatus(page, '30 plants')
    await page.goto(`${url}?__scenario=empty`)
    await waitForStatus(page, 'No plants yet')
    await page.goto(url)
    const choose = (scenario) => page.getByRole('combobox', { name: /Plant Store/ }).selectOption(scenario)
    await choose('unavailable')
    await waitForStatus(page, 'That did not work: the store is closed for watering')
    await choose('connection-reset')
    await waitForStatus(page, 'The store cannot be reached')
    if (!readOutput().includes('/__admin/console/'))
      throw new Error('the address of the console is not printed')
    await page.goto(`${url}__admin/console/`)
    if (!(await page.title()).includes('Plant Store')) throw new Error('the console is missing')
  },
)
