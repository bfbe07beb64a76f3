import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { defaultLists } from '../contract-tests/implementations/plants.ts'
import { correctResponse } from '../contract-tests/implementations/response.ts'
import { startImplementation } from '../contract-tests/implementations/startImplementation.ts'
import { verifyFlags } from '../src/cli/flags.ts'
import { flagName } from '../src/cli/options.ts'
import { plantStore } from './commandLine.testing.ts'
import { createFolder } from './folder.testing.ts'

test('the kit runs --token-command again if its token expires during the run', async () => {
  const { baseUrl, token, close } = await startImplementation({
    respond: (request, correct) => {
      const isRenewed = /^bearer +second-token$/i.test(request.headers.authorization ?? '')
      const isExpired = request.user === 'first' && request.requestsBefore > 40
      if (!isRenewed && !isExpired) return correct
      return correctResponse({ ...request, user: isRenewed ? 'first' : undefined }, defaultLists)
    },
  })
  onTestFinished(close)
  const file = join(createFolder(), 'called')
  const command = `test -e ${file} && echo second-token || echo ${token}; echo called >> ${file}`
  const log = join(createFolder(), 'log')
  // The command starts a tunnel to the server, and later prints the new token.
  const { port } = new URL(baseUrl)
  const tunnel = `c => c.pipe(net.connect(${port})).on("error", () => c.destroy()).pipe(c).on("error", () => {})`
  const listen = `'${process.execPath}' -e 'net.createServer(${tunnel}).listen({port}, "127.0.0.1")' &`
  const start = `${listen} until test "$(wc -l < ${file})" = 2; do sleep 0.1; done; sleep 1; echo got SECOND-token; wait`
  const args = ['verify', 'http://127.0.0.1:{port}', '--engine', 'probes', '--token-command', command]
  const { code, stdout } = await plantStore([...args, '--start', start, '--start-log', log, '--rate', '60'])
  expect(stdout).toContain('the token expired, and a new token was fetched')
  expect(code).toBe(0)
  expect(readFileSync(log, 'utf8')).toContain('got ***\n')
})

test('the whole help of verify has every flag, and fits on two screens of 40 lines with 80 columns', async () => {
  const { code, stdout } = await plantStore('verify --help all')
  expect(code).toBe(0)
  const lines = stdout.trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(80)
  expect(lines.filter((line) => line.length > 80)).toEqual([])
  const names = Object.keys(verifyFlags).map(flagName)
  expect(names.filter((name) => !new RegExp(`^ +${name}\\b`, 'm').test(stdout))).toEqual([])
})
