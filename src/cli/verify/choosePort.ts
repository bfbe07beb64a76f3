import { once } from 'node:events'
import { createServer } from 'node:net'
import { UsageError } from '../errors.ts'

const PLACEHOLDER = '{port}'

type Given = { start?: string | undefined; name?: string | undefined }

/** What `{port}` became. */
export type ChosenPort = Given & {
  baseUrl: string
  /** The command that starts the server, as it was given. */
  givenStart: string | undefined
}

/**
 * Puts a free port in place of `{port}` in the command that starts a server and in its base URL. The default name of such a target has
 * no port, because names tell targets apart from run to run. Throws a UsageError if only one of the two has `{port}`.
 */
export async function choosePort({ start, name }: Given, baseUrl: string): Promise<ChosenPort> {
  checkPort(start, baseUrl)
  if (!hasPlaceholder(start)) return { start, name, baseUrl, givenStart: start }
  const port = String(await findFreePort())
  const url = baseUrl.replaceAll(PLACEHOLDER, port)
  return {
    start: start?.replaceAll(PLACEHOLDER, port),
    name: name ?? (URL.canParse(url) ? new URL(url).hostname : undefined),
    baseUrl: url,
    givenStart: start,
  }
}

/** Throws a UsageError if only the command or only the URL has `{port}`. */
export function checkPort(start: string | undefined, baseUrl: string): void {
  if (hasPlaceholder(baseUrl) === hasPlaceholder(start)) return
  throw new UsageError(
    hasPlaceholder(start)
      ? `expected ${PLACEHOLDER} in the base URL too, because --start has it, got ${baseUrl}`
      : start === undefined
        ? `expected --start with ${PLACEHOLDER}, because the base URL ${baseUrl} has it`
        : `expected ${PLACEHOLDER} in --start too, because the base URL ${baseUrl} has it`,
  )
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
