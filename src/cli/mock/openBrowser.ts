import { spawn } from 'node:child_process'

/**
 * Opens an address in the browser: the one of $BROWSER, else the system's own. Where none can be started, standard error says so, and the
 * mock serves on.
 */
export function openBrowser(url: string): Promise<void> {
  const [command, ...args] = browserOf(process.platform, process.env.BROWSER, url)
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: 'ignore',
      detached: true,
      windowsVerbatimArguments: true,
    })
    const failed = (reason: string): void => {
      process.stderr.write(`no browser was opened (${command}: ${reason}); open ${url} yourself\n`)
      resolve()
    }
    child.once('error', (error: NodeJS.ErrnoException) => failed(error.code ?? error.message))
    // What it opens may run for as long as the mock, or longer: nobody waits for its end.
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
    child.once('exit', (code) => {
      if (code) failed(`ended with ${code}`)
    })
  })
}

/** The program that opens an address, and its arguments. */
export function browserOf(
  platform: NodeJS.Platform,
  browser: string | undefined,
  url: string,
): [command: string, ...args: string[]] {
  if (browser) {
    // As xdg-open reads it: alternatives between colons, %s in the place of the address.
    const [first = browser] = platform === 'win32' ? [browser] : browser.split(':')
    const words = first.split(' ').filter(Boolean)
    const [command = first, ...args] = words.map((word) => word.replaceAll('%s', url))
    return first.includes('%s') ? [command, ...args] : [command, ...args, url]
  }
  if (platform === 'darwin') return ['open', url]
  // `start` is the shell's own, takes its first quoted word for a title, and reads & as the end of a command.
  if (platform === 'win32') return ['cmd', '/c', 'start', '""', url.replaceAll('&', '^&')]
  return ['xdg-open', url]
}
