import { readFileSync } from 'node:fs'
import type { Expectations } from '../../harness/expectations.ts'
import { UsageError } from '../UsageError.ts'

/** Reads the file of `--expect`. */
export async function readExpectations(file: string): Promise<Expectations> {
  const { parseExpectations } = await import('../../harness/expectations.ts')
  try {
    return parseExpectations(readFileSync(file, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new UsageError(code === undefined ? `${file}: ${message}` : `cannot read ${file}: ${code}`)
  }
}
