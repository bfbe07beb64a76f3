import { spawn } from 'node:child_process'
import type { RunningImplementation } from '../../contract-tests/implementations/startImplementation.ts'

/** Seconds, far more than a line that ends by itself takes. */
const PATIENCE = 60

/**
 * Runs a curl line in a shell, as a reader of the report does. Resolves to what it shows, without what differs from one server to
 * another: dates and ports. With `from`, a line for that server runs on `server`.
 */
export async function runCurl(
  line: string,
  server: RunningImplementation,
  from: RunningImplementation = server,
): Promise<string> {
  const [port, fromPort] = [server, from].map(({ baseUrl }) => new URL(baseUrl).port)
  const command = line.replaceAll(from.baseUrl, server.baseUrl).replaceAll(`:${fromPort}:`, `:${port}:`)
  const others = server.otherToken.map((token, index) => [
    index === 0 ? 'PLANT_STORE_OTHER_TOKEN' : `PLANT_STORE_OTHER_TOKEN_${index + 1}`,
    token,
  ])
  const env = { ...process.env, PLANT_STORE_TOKEN: server.token, ...Object.fromEntries(others) }
  const shell = spawn('timeout', [`${PATIENCE}`, 'bash', '-c', command], { env })
  const chunks: Buffer[] = []
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise<number | null>((resolve) => shell.on('close', resolve))
  if (code === 124) throw new Error(`this line does not end: ${command}`)
  const output = Buffer.concat(chunks).toString('latin1')
  const shown = output.replaceAll(/^date: .*$/gim, 'Date: …').replaceAll(`:${port}`, ':…')
  return `${shown}\nexit code ${code}`
}
