import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import type { Report } from '../../src/judge/report.ts'
import { startPlantStore } from '../commandLine.testing.ts'
import { createFile } from '../folder.testing.ts'

test('json-server ignores limit and needs no token', async () => {
  const plants = ['Aloe vera', 'Ginkgo biloba', 'Hedera helix'].map((name, id) => ({ id, name }))
  const file = createFile('db.json', JSON.stringify({ plants }))
  const program = createRequire(import.meta.url).resolve('json-server/lib/cli/bin.js')
  const start = `node ${program} --port {port} ${file}`
  const flags = '--token any --engine probes --report json'.split(' ')
  const args = ['verify', 'http://127.0.0.1:{port}', '--start', start, ...flags]
  const { stdout } = await startPlantStore(args).ended
  const { findings }: Report = JSON.parse(stdout)
  const failed = findings.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check)
  expect(failed).toEqual(['limit-honoured', 'auth-token-needed'])
})
