import { spawn } from 'node:child_process'
import { say } from './output.ts'

/** `start`, a command of the Windows shell, treats its first quoted argument as a window title, and `&` ends the command. */
const COMMANDS: Readonly<Record<string, (url: string) => [command: string, ...args: string[]]>> = {
  darwin: (url) => ['open', url],
  win32: (url) => ['cmd', '/c', 'start', '""', url.replaceAll('&', '^&')],
}

/** Opens an address in the default browser. If no browser starts, only prints a message to standard error. */
export function openBrowser(url: string): void {
  // xdg-open also uses the environment variable $BROWSER.
  const [command, ...args] = COMMANDS[process.platform]?.(url) ?? ['xdg-open', url]
  const browser = spawn(command, args, { stdio: 'ignore', detached: true, windowsVerbatimArguments: true })
  const fail = (reason: string | number): void =>
    say(`could not open a browser (${command}: ${reason}); open ${url} yourself`)
  browser.once('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
  browser.once('exit', (code) => code && fail(`exit code ${code}`))
  // Do not wait for the browser: the mock may exit first.
  browser.unref()
}
