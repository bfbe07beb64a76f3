import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const QUIET = [
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Hides that a test controls the browser, because the switcher does not appear in such a browser. */
const LIKE_A_USER = '--disable-blink-features=AutomationControlled'

/** Starts /usr/bin/chromium, or the Chromium that $CHROMIUM names. */
export async function launchBrowser(): Promise<Browser> {
  if (!existsSync(CHROMIUM))
    throw new Error(
      `no Chromium at ${CHROMIUM}: run apt-get install chromium, or set CHROMIUM to another path`,
    )
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', LIKE_A_USER, ...QUIET],
  })
}
