import { spawn } from 'node:child_process'
import { escapeLine } from '../report/text/escapeText.ts'

/**
 * Opens an address in the browser of $BROWSER, or else in the default browser. If no browser starts, it says so on standard error, and
 * the mock keeps running.
 */
export function openBrowser(url: string): Promise<void> {
  const [command, ...args] = chooseCommand(process.platform, process.env.BROWSER, url)
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: 'ignore',
      detached: true,
      windowsVerbatimArguments: true,
    })
    const fail = (reason: string): void => {
      process.stderr.write(
        `${escapeLine(`could not open a browser (${command}: ${reason}); open ${url} yourself`)}\n`,
      )
      resolve()
    }
    child.once('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
    // Don't wait for the browser to exit: it may run longer than the mock.
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
    child.once('exit', (code) => {
      if (code) fail(`ended with exit code ${code}`)
    })
  })
}

/** Chooses the command that opens an address. */
export function chooseCommand(
  platform: NodeJS.Platform,
  browser: string | undefined,
  url: string,
): [command: string, ...args: string[]] {
  if (browser) {
    // The format of xdg-open: alternatives separated by colons, with %s for the address.
    const [first = browser] = platform === 'win32' ? [browser] : browser.split(':')
    const words = first.split(' ').filter(Boolean)
    const [command = first, ...args] = words.map((word) => word.replaceAll('%s', url))
    return first.includes('%s') ? [command, ...args] : [command, ...args, url]
  }
  if (platform === 'darwin') return ['open', url]
  // `start` is built into the shell. It reads its first quoted argument as a title, and & ends a command.
  if (platform === 'win32') return ['cmd', '/c', 'start', '""', url.replaceAll('&', '^&')]
  return ['xdg-open', url]
}
