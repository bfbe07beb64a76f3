import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { chromium } from 'playwright-core'

/**
 * Starts a server with a command, which gets a free port, waits until it answers, and opens a browser. `steps` gets the page and the
 * URL. Prints `all steps passed` if it throws nothing and the page logs no error.
 */
export async function openServer(command, steps) {
  const port = await findPort()
  const server = spawn(command(port), { shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (text) => {
      output += text
    })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      // The switcher is not in browsers that a test controls.
      '--disable-blink-features=AutomationControlled',
    ],
  })
  try {
    const url = `http://localhost:${port}/`
    await waitFor(url, () => output)
    const page = await browser.newPage()
    const problems = []
    page.on('pageerror', ({ message }) => {
      // Storybook misses its manager when a story is opened alone on a busy machine.
      if (!/UniversalStore|No existing state found for follower/.test(message)) problems.push(message)
    })
    await steps({ page, url, readOutput: () => output })
    if (problems.length > 0) throw new Error(problems.join('\n'))
    console.log('all steps passed')
  } catch (error) {
    console.error(output)
    throw error
  } finally {
    await browser.close()
    process.kill(-server.pid)
  }
}

/** Waits until an element with the role `status` has this text. */
export async function waitForStatus(page, text) {
  await page.getByRole('status').getByText(text, { exact: true }).waitFor()
}

function findPort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

async function waitFor(url, readOutput) {
  for (let attempt = 0; attempt < 240; attempt++) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error(`${url} did not answer:\n${readOutput()}`)
}
