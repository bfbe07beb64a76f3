import { expect, test } from 'vitest'
import { findFreePort } from '../src/cli/testServer.ts'
import { findCiCommands } from '../src/report/text/ciCommands.testing.ts'
import { plantStore } from './commandLine.testing.ts'
import { createFile } from './folder.testing.ts'

test('no message about a file, a command or an argument contains a command for a CI system', async () => {
  const url = `http://127.0.0.1:${await findFreePort()}`
  const attack = '::error::pwned\n::error::pwned##[error]pwned##vso[task.complete]'
  const file = createFile('attack.yaml', `${JSON.stringify(attack)}: 1\n`)
  const runs = [
    ['verify', url, '--expect', file],
    ['verify', url, '--token-command', `printf '%s\\n' '${attack}' >&2; exit 4`],
    ['verify', attack],
    ['verify', url, '--report', attack],
    ['mock', '--fixtures', file],
    ['mock', '--scenario', attack],
    ['checks', attack],
    [attack],
  ]
  for (const run of runs) {
    const { code, stdout, stderr } = await plantStore(run)
    expect(code, run.join(' ')).toBe(2)
    expect(findCiCommands(stdout + stderr), run.join(' ')).toEqual([])
  }
})
