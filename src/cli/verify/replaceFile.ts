import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** Replaces a file in one step, so that it always has its old contents or all of the new ones. */
export function replaceFile(target: string, text: string): void {
  const { file, descriptor, remove } = createTemporaryFile(target)
  try {
    writeFileSync(descriptor, text)
    fsyncSync(descriptor)
  } catch (error) {
    remove()
    throw error
  }
  // Windows cannot rename an open file.
  closeSync(descriptor)
  try {
    renameSync(file, target)
  } catch (error) {
    rmSync(file)
    throw error
  }
}

/** Creates an empty file with a new name beside the given one, and with its permissions. */
export function createTemporaryFile(beside: string): {
  file: string
  descriptor: number
  remove: () => void
} {
  const file = join(dirname(beside), `.plant-store-${randomUUID()}.tmp`)
  const descriptor = openSync(file, 'wx')
  const mode = statSync(beside, { throwIfNoEntry: false })?.mode
  if (mode !== undefined) fchmodSync(descriptor, mode)
  return {
    file,
    descriptor,
    remove: () => {
      closeSync(descriptor)
      rmSync(file)
    },
  }
}
