import { type SpawnOptions, spawn } from 'node:child_process'
import type { FrameLocator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findFreePort } from '../../src/cli/testServer.ts'
import { launchBrowser } from '../browser/launchBrowser.testing.ts'
import { readAll } from '../runProgram.testing.ts'

/** A test's steps on a page of a server at a URL. */
export type Steps = (page: Page, url: string, readOutput: () => string) => Promise<void>

/** Starts a server with a command in which PORT stands for a free port, waits for a response, and takes the steps in a browser. */
export async function openServer(command: string, options: SpawnOptions, steps: Steps): Promise<void> {
  const port = await findFreePort()
  const server = spawn(command.replace('PORT', `${port}`), {
    ...options,
    shell: true,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr] = [readAll(server.stdout), readAll(server.stderr)]
  const readOutput = (): string => stdout() + stderr()
  const browser = await launchBrowser()
  try {
    const url = `http://localhost:${port}/`
    const isUp = () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isUp, { timeout: 120_000, interval: 500 }).toBe(true)
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('pageerror', ({ message }) => {
      // On a busy machine, Storybook may throw these errors if a story is opened without its manager.
      if (!/UniversalStore|No existing state found for follower/.test(message)) problems.push(message)
    })
    await steps(page, url, readOutput)
    if (problems.length > 0) throw new Error(problems.join('\n'))
  } catch (error) {
    throw new Error(`${command}: ${error}\n${readOutput()}`, { cause: error })
  } finally {
    await browser.close()
    if (server.pid !== undefined) process.kill(-server.pid)
  }
}

const EMPTY = 'No plants yet'
const CLOSED = 'That did not work: the store is closed for watering'
const UNREACHABLE = 'The store cannot be reached'

/** Waits until an element with the role `status` contains this text. */
async function waitForStatus(page: Page | FrameLocator, text: string): Promise<void> {
  await page.getByRole('status').getByText(text, { exact: true }).waitFor()
}

async function choose(base: string, scenario: string, session?: string): Promise<void> {
  const body = JSON.stringify({ scenario, session })
  await fetch(`${base}__admin/scenario`, { method: 'PUT', body })
}

/** Tests a page on a development server that includes the mock. */
export const checkPage: Steps = async (page, url) => {
  const openIn = async (scenario: string): Promise<void> => {
    // An open page would reload itself when the scenario changes.
    await page.goto('about:blank')
    await choose(url, scenario)
    await page.goto(url)
  }
  await page.goto(url)
  await waitForStatus(page, '30 plants')
  await page.goto(`${url}?__scenario=empty`)
  await waitForStatus(page, EMPTY)
  await openIn('unavailable')
  await waitForStatus(page, CLOSED)
  await openIn('connection-reset')
  await waitForStatus(page, UNREACHABLE)
  await page.goto(`${url}__admin/console/`)
  expect(await page.title()).toContain('Plant Store')
}

/** Tests a page that Vite serves. Vite also prints the URL of the mock's console. */
export const checkVite: Steps = async (page, url, readOutput) => {
  await checkPage(page, url, readOutput)
  expect(readOutput()).toContain('/__admin/console/')
}

/** Tests pages of Next.js, whose mock has its own port. */
export const checkNextjs: Steps = async (page, url) => {
  const mock = 'http://127.0.0.1:4010/'
  await choose(mock, 'normal')
  await page.goto(url, { timeout: 120_000 })
  await waitForStatus(page, '30 plants')
  const headers = { Authorization: 'Bearer token-alice' }
  expect(await (await fetch(`${url}api/plants?limit=2`, { headers })).json()).toHaveLength(2)
  await choose(mock, 'unavailable')
  await page.goto(url)
  await waitForStatus(page, CLOSED)
  await choose(mock, 'connection-reset')
  await page.goto(url)
  await waitForStatus(page, UNREACHABLE)
  await choose(mock, 'empty', 'worker-1')
  await page.setExtraHTTPHeaders({ 'X-Plant-Store-Session': 'worker-1' })
  await page.goto(url)
  await waitForStatus(page, EMPTY)
}

/** Tests stories, alone and in Storybook, the toolbar, and a page of documentation. */
export const checkStorybook: Steps = async (page, url) => {
  const open = (story: string) =>
    page.goto(`${url}iframe.html?viewMode=story&id=${story}`, { timeout: 120_000 })
  for (const [story, text] of [
    ['shelf--plants', 'Aloe vera, Rosa'],
    ['shelf--empty', EMPTY],
    ['shelf--failing', CLOSED],
    ['shelf--unreachable', UNREACHABLE],
  ] as const) {
    await open(story)
    await waitForStatus(page, text)
  }
  await open('wrong--plants')
  await page.getByText('parameters.plantStore: plants[0]: expected an object with "name"').first().waitFor()

  await page.goto(`${url}?path=/story/shelf--plants`)
  const story = page.frameLocator('#storybook-preview-iframe')
  await waitForStatus(story, 'Aloe vera, Rosa')
  const toolbar = page.getByRole('button', { name: /Plant Store/ })
  await toolbar.first().click()
  await page.getByText('unavailable', { exact: true }).click()
  await waitForStatus(story, CLOSED)
  await page.getByRole('link', { name: 'Empty' }).click()
  await waitForStatus(story, CLOSED)

  await page.goto(`${url}?path=/docs/shelf--docs`)
  await waitForStatus(story.frameLocator('iframe[id*=empty]').first(), EMPTY)
  await waitForStatus(story.frameLocator('iframe[id*=unreachable]').first(), UNREACHABLE)
}
