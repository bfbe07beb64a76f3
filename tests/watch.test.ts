import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startPlantStore } from './commandLine.testing.ts'
import { createFolder } from './folder.testing.ts'
import { readAll } from './runProgram.testing.ts'

const COMMON = ['--watch', '--engine', 'probes'] as const

/** Returns the code of a server that applies `limit`, or ignores it. */
const serverText = (obeys: boolean): string => `
process.env.BROKEN = '${obeys ? '' : 'limit'}'
${readFileSync('tests/recipes/scripts/app.mjs', 'utf8')}
app.listen(Number(process.argv[2]), '127.0.0.1')
`

function createProject(obeys: boolean): string {
  return createFolder({ 'server.mjs': serverText(obeys), 'node_modules/ignored.js': '' })
}

/** Starts `verify --watch`. `waitFor` resolves when standard error has contained a string this many times. */
function startWatch(folder: string, args: readonly string[]) {
  const { child, ended } = startPlantStore([...args, ...COMMON], {
    shell: `cd "${folder}" && exec "$0" "$@"`,
  })
  onTestFinished(() => void child.kill('SIGTERM'))
  const stderr = readAll(child.stderr)
  const count = (text: string): number => stderr().split(text).length - 1
  return {
    child,
    ended,
    count,
    waitFor: (text: string, times = 1) =>
      vi.waitUntil(() => count(text) >= times || child.exitCode !== null, { timeout: 110_000, interval: 50 }),
  }
}

const WATCHING = 'watching'

test('the kit restarts the server when a file changes, and lists the changed results', async () => {
  const folder = createProject(false)
  const report = join(folder, 'report.json')
  const { child, ended, count, waitFor } = startWatch(folder, [
    ...['verify', 'http://127.0.0.1:{port}', '--token', 'token-alice'],
    ...['--start', `"${process.execPath}" server.mjs {port}`, '--report', `json=${report}`],
  ])
  await waitFor(WATCHING)
  expect(JSON.parse(readFileSync(report, 'utf8')).exitCode).toBe(1)
  const port = /127\.0\.0\.1:(\d+)/.exec(readFileSync(report, 'utf8'))?.[1]
  // The server runs until the kit must restart it.
  expect((await fetch(`http://127.0.0.1:${port}/plants`)).status).toBe(401)

  writeFileSync(join(folder, 'node_modules/ignored.js'), 'changed')
  writeFileSync(join(folder, 'server.mjs'), serverText(true))
  await waitFor(WATCHING, 2)
  expect(JSON.parse(readFileSync(report, 'utf8')).exitCode).toBe(0)
  expect(count('testing again')).toBe(1)

  child.kill('SIGINT')
  const { code, stdout, stderr } = await ended
  expect(code).toBe(0)
  expect(stdout).toMatch(/✗ 1 requirement broken[\s\S]*✓ conformant/)
  expect(stderr).toMatch(/server\.mjs changed: testing again\n/)
  expect(stderr).toContain('limit-honoured: broken → passed\n')
  await expect(fetch(`http://127.0.0.1:${port}/plants`)).rejects.toThrow()
})

test("the kit tests again when the target's baseline changes, even in another folder", async () => {
  const folder = createProject(false)
  const baselines = createFolder({ 'shop.yaml': 'findings: []\n' })
  const { child, ended, waitFor } = startWatch(folder, [
    ...['verify', 'http://127.0.0.1:{port}', '--token', 'token-alice', '--name', 'shop'],
    ...['--start', `"${process.execPath}" server.mjs {port}`, '--baseline', join(baselines, '{name}.yaml')],
  ])
  await waitFor(WATCHING)
  writeFileSync(
    join(baselines, 'shop.yaml'),
    'findings: [{ id: limit-honoured, reason: later, expires: 2099-12-31 }]\n',
  )
  await waitFor(WATCHING, 2)
  child.kill('SIGINT')
  const { code, stderr } = await ended
  expect(stderr).toContain('shop.yaml changed: testing again')
  expect(code).toBe(0)
})

test('an interrupted first run has no verdict', async () => {
  const folder = createProject(true)
  const { child, ended, waitFor } = startWatch(folder, [
    ...['verify', 'http://127.0.0.1:{port}', '--start', 'sleep 60 # {port}'],
  ])
  await waitFor('waiting up to')
  child.kill('SIGINT')
  await once(child, 'exit')
  expect(await ended).toMatchObject({ code: 3, stdout: '' })
})
