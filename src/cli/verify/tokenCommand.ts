import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import { UsageError } from '../UsageError.ts'

const LIMIT_MS = 60_000

/** Runs a shell command and takes the token from its standard output. */
export async function runTokenCommand(command: string): Promise<string> {
  try {
    const { stdout } = await promisify(exec)(command, { timeout: LIMIT_MS })
    const token = stdout.trim()
    if (token === '') throw new UsageError('expected --token-command to print a token, got nothing')
    return token
  } catch (error) {
    if (error instanceof UsageError) throw error
    const { code, stderr = '' } = error as { code?: number | string; stderr?: string }
    throw new UsageError(
      `--token-command ended with ${code ?? 'a time-out'}: ${stderr.trim().split('\n').at(-1) ?? ''}`,
    )
  }
}
