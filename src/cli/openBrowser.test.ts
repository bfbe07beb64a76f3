import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { chooseCommand, openBrowser } from './openBrowser.ts'

const url = 'http://127.0.0.1:4010/?a=1&b=2'

/** A browser that writes its arguments to a file and exits with a code. */
function fakeBrowser(code: number): { program: string; opened: string } {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-browser-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'browser')
  const opened = join(folder, 'opened')
  writeFileSync(
    program,
    `#!/bin/sh\nprintf '%s\\n' "$@" > ${opened}.part\nmv ${opened}.part ${opened}\nexit ${code}\n`,
  )
  chmodSync(program, 0o755)
  return { program, opened }
}

/** Opens the address with a value of $BROWSER. Returns a function that reads standard error. */
async function open(browser: string): Promise<() => string> {
  vi.stubEnv('BROWSER', browser)
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    write.mockRestore()
  })
  await openBrowser(url)
  return () => write.mock.calls.join('')
}

test.skipIf(process.platform === 'win32')('passes the whole address to $BROWSER', async () => {
  const { program, opened } = fakeBrowser(0)
  const readErrors = await open(program)
  await expect.poll(() => existsSync(opened)).toBe(true)
  expect(readFileSync(opened, 'utf8')).toBe(`${url}\n`)
  expect(readErrors()).toBe('')
})

test('says which address to open if the browser does not exist', async () => {
  const readErrors = await open('/no/such/browser')
  expect(readErrors()).toBe(`could not open a browser (/no/such/browser: ENOENT); open ${url} yourself\n`)
})

test.skipIf(process.platform === 'win32')('reports a browser that fails', async () => {
  const readErrors = await open(fakeBrowser(3).program)
  await expect.poll(readErrors).toContain('ended with exit code 3')
})

test.each([
  ['linux', undefined, ['xdg-open', url]],
  ['darwin', undefined, ['open', url]],
  ['win32', undefined, ['cmd', '/c', 'start', '""', 'http://127.0.0.1:4010/?a=1^&b=2']],
  ['linux', 'firefox --new-window:lynx', ['firefox', '--new-window', url]],
  ['linux', 'app --url=%s', ['app', `--url=${url}`]],
] as const)('on %s with $BROWSER=%s, runs %j', (platform, browser, command) => {
  expect(chooseCommand(platform, browser, url)).toEqual(command)
})
