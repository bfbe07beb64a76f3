import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../../src/cli/testServer.ts'
import { startReferenceMock } from '../../commandLine.testing.ts'
import { createFolder } from '../../folder.testing.ts'
import { runProgram } from '../../runProgram.testing.ts'

/** The container program with its global flags, such as `podman --storage-driver vfs`, and the flags for each `run`. */
const [program = '', ...flags] = (process.env.CONTAINERS ?? 'docker').split(' ')
const runFlags = process.env.CONTAINER_FLAGS?.split(' ') ?? []
const image = process.env.IMAGE ?? 'plant-store-kit'

/** The restrictions in deploy/pipelines/compose.yaml, as flags. */
const RESTRICTED = '--read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges'.split(' ')
const RUN = ['run', '--network', 'host', ...RESTRICTED, ...runFlags]

function containers(...args: string[]): string {
  const { stdout, status, stderr } = spawnSync(program, [...flags, ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout.trim()
}

/** Runs a kit command in a container with the machine's network, so that the tested server can run in this process. */
async function runKit(args: string, options: readonly string[] = []) {
  return runProgram(program, [...flags, ...RUN, '--rm', ...options, image, ...args.split(' ')], {
    env: { ...process.env, PLANT_STORE_TOKEN: 'token-alice' },
  })
}

async function startMockContainer(): Promise<{ id: string; url: string; isUp: () => Promise<boolean> }> {
  const port = String(await findFreePort())
  const id = containers(...RUN, '--detach', '--env', `PLANT_STORE_PORT=${port}`, image)
  onTestFinished(() => {
    spawnSync(program, [...flags, 'rm', '--force', id])
  })
  const url = `http://127.0.0.1:${port}`
  const isUp = () => fetch(url).then(Boolean, () => false)
  return { id, url, isUp }
}

test('the mock runs as user 1000, as process 1, on a read-only root, and is healthy', async () => {
  const { id, url, isUp } = await startMockContainer()
  await expect.poll(isUp, { timeout: 30_000 }).toBe(true)
  const response = await fetch(`${url}/plants?limit=1`, { headers: { authorization: 'Bearer token-alice' } })
  expect(await response.json()).toHaveLength(1)
  expect(containers('exec', id, 'id', '-u')).toBe('1000')
  expect(containers('exec', id, 'cat', '/proc/1/cmdline').split('\0')).toEqual([
    'node',
    '/opt/plant-store/node_modules/.bin/plant-store-kit',
    'mock',
    '',
  ])
  expect(() => containers('exec', id, 'touch', '/opt/plant-store/x')).toThrow('Read-only')
  expect(containers('exec', id, 'node', '/opt/plant-store/isHealthy.mjs')).toBe('')
})

test.each(['TERM', 'INT'])('SIG%s ends the mock, which exits with 0', async (signal) => {
  const { id, isUp } = await startMockContainer()
  await expect.poll(isUp, { timeout: 30_000 }).toBe(true)
  containers('kill', '--signal', signal, id)
  expect(containers('wait', id)).toBe('0')
})

test('verify tests a correct server with all three engines, and writes the reports to /work', async () => {
  const folder = createFolder()
  chmodSync(folder, 0o777)
  const options = ['--env', 'PLANT_STORE_TOKEN', '--volume', `${folder}:/work`]
  const args = `verify ${await startReferenceMock()} --engine probes,prism,dredd --report json=report.json`
  const { code, stderr } = await runKit(args, options)
  const { verdict, reasons, engines } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
  expect({ code, verdict, reasons }, stderr).toEqual({ code: 0, verdict: 'conformant', reasons: [] })
  expect(engines.map(({ status }: { status: string }) => status)).toEqual(Array(3).fill('completed'))
})
