import {
  closeSync,
  fchmodSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** Milliseconds. */
const LEFTOVER_AGE = 60_000
/** Folders without leftovers. A fleet writes a thousand reports into one. */
const cleaned = new Set<string>()

/** Replaces a file in one step, so that it always has its old contents or all of the new ones. */
export function replaceFile(target: string, text: string | Buffer): void {
  const { file, descriptor, remove } = createTemporaryFile(target)
  try {
    writeFileSync(descriptor, text)
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
  const folder = dirname(beside)
  removeLeftovers(folder)
  const file = join(folder, `.plant-store-${crypto.randomUUID()}.tmp`)
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

/** Removes what a killed process could not remove. A file in use is replaced within milliseconds. */
function removeLeftovers(folder: string): void {
  if (cleaned.has(folder)) return
  cleaned.add(folder)
  try {
    for (const name of readdirSync(folder)) {
      if (!/^\.plant-store-[0-9a-f-]{36}\.tmp$/.test(name)) continue
      const file = join(folder, name)
      if (Date.now() - statSync(file).mtimeMs > LEFTOVER_AGE) rmSync(file)
    }
  } catch {
    // Another user's file, or a folder that cannot be listed: no reason not to write a report.
  }
}
