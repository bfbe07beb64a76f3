import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates a folder with these files, by path, and removes it at the end of the test. A concurrent test passes its own `onEnd`. */
export function createFolder(
  files: Readonly<Record<string, string>> = {},
  onEnd: (end: () => void) => void = onTestFinished,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-'))
  onEnd(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** Creates a file in a new folder, and removes the folder at the end of the test. Returns the file's path. */
export const createFile = (name: string, text: string): string => join(createFolder({ [name]: text }), name)
