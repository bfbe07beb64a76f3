import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { announceReading } from './announceReading.ts'

test('announces files that take a while to read, and no others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'large-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  const text = '#'.repeat(900_000)
  for (const name of ['plants.yaml', 'small.yaml', 'plants.json'])
    writeFileSync(join(folder, name), name === 'small.yaml' ? '[]' : text)
  for (const path of [folder, join(folder, 'small.yaml'), join(folder, 'plants.json'), join(folder, 'none')])
    announceReading(path)
  expect(write.mock.calls.flat()).toEqual([`reading ${folder}/plants.yaml (0.9 MB) …\n`])
})
