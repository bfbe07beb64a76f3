import { openServer, waitForStatus } from './openServer.mjs'

// Checks a page that a development server serves together with the mock. The argument is the server's command, with PORT for its port.
const [, , command] = process.argv

await openServer(
  (port) => command.replace('PORT', port),
  async ({ page, url, readOutput }) => {
    const openIn = async (scenario) => {
      // An open page would load itself again.
      await page.goto('about:blank')
      await fetch(`${url}__admin/scenario`, { method: 'PUT', body: JSON.stringify({ scenario }) })
      await page.goto(url)
    }
    await page.goto(url)
    await waitForStatus(page, '30 plants')
    await page.goto(`${url}?__scenario=empty`)
    await waitForStatus(page, 'No plants yet')
    await openIn('unavailable')
    await waitForStatus(page, 'That did not work: the store is closed for watering')
    await openIn('connection-reset')
    await waitForStatus(page, 'The store cannot be reached')
    if (command.includes('vite') && !readOutput().includes('/__admin/console/'))
      throw new Error('the address of the console is not printed')
    await page.goto(`${url}__admin/console/`)
    if (!(await page.title()).includes('Plant Store')) throw new Error('the console is missing')
  },
)
