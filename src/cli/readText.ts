import { readFileSync } from 'node:fs'
import { errorCode } from '../contract/words.ts'
import { UsageError } from './errors.ts'

/** Reads a file that the user names. Throws a UsageError for a file that cannot be read. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${errorCode(error)}`)
  }
}
