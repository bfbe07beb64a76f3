/** Debian's Chromium, or the one in `CHROMIUM`. */
export const chromium = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
  ],
}

export const page = new URL('page.html', import.meta.url).href
