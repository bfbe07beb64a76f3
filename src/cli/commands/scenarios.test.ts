import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { plantStore } from '../../../tests/commandLine.testing.ts'

test('lists each scenario with a preview of what it returns', async () => {
  const { code, stdout, stderr } = await plantStore('scenarios')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^normal {2,}200 {2,}The plants of each user\n/)
  expect(stdout).toMatch(/^flaky {2,}503, 503, 200 {2,}The first two requests/m)
})

test('lists the scenarios of other fixtures as JSON, from the configuration of the mock', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scenarios-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'own/scenarios'), { recursive: true })
  writeFileSync(join(folder, 'own/plants.yaml'), 'fern: { name: Fern }\n')
  writeFileSync(join(folder, 'own/users.yaml'), 'ann: { token: token-ann, plants: [fern] }\n')
  writeFileSync(join(folder, 'own/scenarios/late.yaml'), 'title: Late\ndelay: slow-4g\n')
  writeFileSync(
    join(folder, 'config.json'),
    JSON.stringify({ mock: { fixtures: join(folder, 'own'), port: 1 } }),
  )
  const { code, stdout } = await plantStore(['scenarios', '--json', '--config', join(folder, 'config.json')])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toContainEqual({
    name: 'late',
    title: 'Late',
    group: 'speed',
    preview: '200 after 563 ms',
    verdict: 'conformant',
  })
  const missing = await plantStore(['scenarios', '--fixtures', join(folder, 'none')])
  expect(missing.code).toBe(2)
  expect(missing.stderr).toMatch(/^plant-store: .*none: expected a folder with plants.yaml/)
})
