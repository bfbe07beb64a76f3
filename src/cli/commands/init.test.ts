import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { PROGRAM } from '../../../tests/commandLine.testing.ts'
import { createFolder } from '../../../tests/folder.testing.ts'
import { startMock } from '../../mock/startMock.ts'

const env = { ...process.env, npm_command: '' }

test('writes fixtures that the mock serves, and never overwrites a file', async () => {
  const cwd = createFolder()
  const init = () => promisify(execFile)(process.execPath, [PROGRAM, 'init'], { cwd, env })
  const { stdout } = await init()
  expect(stdout).toBe(
    'wrote plant-store-fixtures/plants.yaml, users.yaml and scenarios.yaml\nserve them with: plant-store-kit mock --fixtures plant-store-fixtures\n',
  )
  const folder = join(cwd, 'plant-store-fixtures')
  expect(readdirSync(folder).toSorted()).toEqual(['plants.yaml', 'scenarios.yaml', 'users.yaml'])
  const mock = await startMock({ port: 0, fixtures: folder })
  onTestFinished(() => mock.close())
  expect(mock.scenarios().scenarios.map(({ name }) => name)).toContain('bad-day')
  const headers = { authorization: 'Bearer token-alice' }
  expect(await (await fetch(`${mock.url}/plants`, { headers })).json()).toHaveLength(30)
  await expect(init()).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('expected a new or empty folder, got plant-store-fixtures'),
  })
})
