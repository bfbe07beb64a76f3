import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFolder } from '../../tests/folder.testing.ts'
import { openBrowser } from './openBrowser.ts'

const url = 'http://127.0.0.1:4010/?a=1&b=2'

/** Opens the address with a command that writes its arguments to a file and exits with `code`. Without `code`, there is no command. */
function open(code: number | undefined): { opened: string; readErrors: () => string } {
  const folder = createFolder()
  const opened = join(folder, 'opened')
  if (code !== undefined) {
    const script = `#!/bin/sh\nprintf '%s\\n' "$@" > ${opened}.part\n/bin/mv ${opened}.part ${opened}\nexit ${code}\n`
    writeFileSync(join(folder, 'xdg-open'), script)
    chmodSync(join(folder, 'xdg-open'), 0o755)
  }
  vi.stubEnv('PATH', folder)
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    write.mockRestore()
  })
  openBrowser(url)
  return { opened, readErrors: () => write.mock.calls.join('') }
}

test.runIf(process.platform === 'linux')('opens the whole address', async () => {
  const { opened, readErrors } = open(0)
  await expect.poll(() => existsSync(opened)).toBe(true)
  expect([readFileSync(opened, 'utf8'), readErrors()]).toEqual([`${url}\n`, ''])
})

test.runIf(process.platform === 'linux').each([
  [undefined, 'xdg-open: ENOENT'],
  [3, 'xdg-open: exit code 3'],
])('says which address to open if the browser fails (%s)', async (code, reason) => {
  const message = `plant-store-kit: could not open a browser (${reason}); open ${url} yourself\n`
  await expect.poll(open(code).readErrors).toBe(message)
})
