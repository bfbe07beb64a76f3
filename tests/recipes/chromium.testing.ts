/** Launch options of Playwright, as code: Debian's Chromium, or the one in CHROMIUM. */
export const chromium: string = JSON.stringify({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
})
