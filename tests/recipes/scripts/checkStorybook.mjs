import { openServer, waitForStatus } from './openServer.mjs'

await openServer(
  (port) => process.argv[2].replace('PORT', port),
  async ({ page, url }) => {
    const open = async (story, text) => {
      await page.goto(`${url}iframe.html?viewMode=story&id=${story}`, { timeout: 120_000 })
      await waitForStatus(page, text)
    }
    await open('shelf--plants', 'Aloe vera, Rosa')
    await open('shelf--empty', 'No plants yet')
    await open('shelf--failing', 'That did not work: the store is closed for watering')
    await open('shelf--unreachable', 'The store cannot be reached')
    await page.goto(`${url}iframe.html?viewMode=story&id=wrong--plants`)
    await page.getByText('parameters.plantStore: plants[0]: expected an object with "name"').first().waitFor()

    await page.goto(`${url}?path=/story/shelf--plants`)
    const story = page.frameLocator('#storybook-preview-iframe')
    await waitForStatus(story, 'Aloe vera, Rosa')
    await page
      .getByRole('button', { name: /Plant Store/ })
      .first()
      .click()
    await page.getByText('unavailable', { exact: true }).click()
    await waitForStatus(story, 'That did not work: the store is closed for watering')
    await page.getByRole('link', { name: 'Empty' }).click()
    await waitForStatus(story, 'That did not work: the store is closed for watering')

    await page.goto(`${url}?path=/docs/shelf--docs`)
    await waitForStatus(story.frameLocator('iframe[id*=empty]').first(), 'No plants yet')
    await waitForStatus(story.frameLocator('iframe[id*=unreachable]').first(), 'The store cannot be reached')
  },
)
