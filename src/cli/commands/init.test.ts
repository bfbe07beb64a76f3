import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plantStore } from '../../../tests/commandLine.testing.ts'
import { createFolder } from '../../../tests/folder.testing.ts'
import { alice, startTestMock } from '../../mock/mock.testing.ts'

test('writes fixtures that the mock serves, and refuses a folder with files', async () => {
  const folder = join(createFolder(), 'my plants')
  const { stdout } = await plantStore(['init', folder])
  expect(stdout).toContain(`\nto serve these files, run: plant-store-kit mock --fixtures '${folder}'\n`)
  expect(readdirSync(folder).toSorted()).toEqual(['plants.yaml', 'scenarios.yaml', 'users.yaml'])
  const mock = await startTestMock({ fixtures: folder })
  expect(mock.scenarios().scenarios.map(({ name }) => name)).toContain('bad-day')
  expect(await (await fetch(`${mock.url}/plants`, { headers: alice })).json()).toHaveLength(30)
  const again = await plantStore(['init', folder])
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('expected a new or empty folder') })
})
