import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFolder } from '../../tests/folder.testing.ts'
import type { Report } from '../judge/report.ts'
import { hasColor } from './output.ts'
import { openReports } from './reports.ts'

test.for([
  ['1', true],
  ['0', false],
] as const)('FORCE_COLOR=%s decides for standard output, but not for a file', ([force, expected]) => {
  vi.stubEnv('FORCE_COLOR', force)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(hasColor(1)).toBe(expected)
  expect(hasColor('x')).toBe(false)
})

test('an archive on standard output contains no raw control characters', async () => {
  const written: unknown[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text, ...more) => {
    for (const done of more) if (typeof done === 'function') done()
    return written.push(text) > 0
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const write = openReports('x', { report: [{ format: 'har' }] }, false, () => {})
  await write({ summary: {} } as Report, () => ['"\u009b2J', '\u202e"'])
  expect(written).toEqual([String.raw`"\u009b2J`, String.raw`\u202e"`])
})

test('a process that ends while it writes a file leaves no temporary file', () => {
  const folder = createFolder()
  const parts = "(function* () { for (let n = 0; n < 1e4; n++) yield 'x'; process.exit() })()"
  const code = `import { replaceFile } from '${import.meta.dirname}/output.ts'; replaceFile('${folder}/report', ${parts})`
  spawnSync(process.execPath, ['--input-type=module', '-e', code])
  expect(readdirSync(folder)).toEqual([])
})
