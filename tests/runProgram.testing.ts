import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

export type ProgramResult = { code: number | null; stdout: string; stderr: string }

/** Runs a program without input, and waits for its end without blocking the servers of this process. */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<ProgramResult> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr] = [readAll(child.stdout), readAll(child.stderr)]
  const [code] = await once(child, 'close')
  return { code, stdout: stdout(), stderr: stderr() }
}

/** Reads a stream to its end. Returns a function that returns the text that has arrived so far. */
export function readAll(stream: NodeJS.ReadableStream | null): () => string {
  let text = ''
  stream?.on('data', (chunk) => {
    text += chunk
  })
  return () => text
}
