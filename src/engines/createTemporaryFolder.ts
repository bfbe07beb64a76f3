import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../contract/words.ts'

/** Creates a temporary folder whose name begins with the prefix. If this fails, throws an Error that says what to do. */
export function createTemporaryFolder(prefix: string): string {
  const parent = tmpdir()
  try {
    return mkdtempSync(join(parent, prefix))
  } catch (error) {
    throw new Error(
      `cannot create a folder in ${parent} (${errorCode(error)}): set TMPDIR to a writable folder`,
    )
  }
}
