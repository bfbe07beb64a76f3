import { once } from 'node:events'
import { createServer } from 'node:net'
import { UsageError } from '../errors.ts'

const PLACEHOLDER = '{port}'

/**
 * Puts a free port in place of `{port}` in the command that starts a server and in its base URL. Throws a UsageError if only the URL
 * has one.
 */
export async function choosePort(
  command: string | undefined,
  baseUrl: string,
): Promise<{ command: string | undefined; baseUrl: string }> {
  checkPort(command, baseUrl)
  if (!hasPlaceholder(command)) return { command, baseUrl }
  const port = String(await findFreePort())
  return { command: command?.replaceAll(PLACEHOLDER, port), baseUrl: baseUrl.replaceAll(PLACEHOLDER, port) }
}

/** Throws a UsageError if only the URL has `{port}`. */
export function checkPort(command: string | undefined, baseUrl: string): void {
  if (hasPlaceholder(baseUrl) && !hasPlaceholder(command))
    throw new UsageError(`expected ${PLACEHOLDER} in --start too, because the base URL ${baseUrl} has it`)
}

function hasPlaceholder(text: string | undefined): boolean {
  return text?.includes(PLACEHOLDER) === true
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
