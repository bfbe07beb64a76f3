import { FixtureError } from '../../mock/fixtures/FixtureError.ts'
import { formatBaseUrl } from '../../mock/formatBaseUrl.ts'
import { ListenError } from '../../mock/ListenError.ts'
import { escapeLine } from '../../report/text/escapeText.ts'
import { UsageError } from '../errors.ts'

/** Turns the error of a mock that did not start into a UsageError if the user can fix it. Returns any other error unchanged. */
export async function explainStartError(error: unknown, host: string, port: number): Promise<unknown> {
  if (error instanceof ListenError && error.code === 'EADDRINUSE')
    return new UsageError(
      `port ${port} of ${host} is taken${await describeOccupant(host, port)}; choose another port, or --port 0 for any free one`,
    )
  if (error instanceof ListenError && error.code === 'EACCES')
    return new UsageError(error.message.replace(', or 0 for', ', or --port 0 for'))
  if (error instanceof ListenError || error instanceof FixtureError || error instanceof RangeError)
    return new UsageError(error.message)
  return error
}

/** Describes the server on a port if it is another mock of the kit, which its health endpoint shows; else an empty text. */
async function describeOccupant(host: string, port: number): Promise<string> {
  try {
    const url = `${formatBaseUrl('http', host, port, '')}/__admin/health`
    const response = await fetch(url, { signal: AbortSignal.timeout(3_000), redirect: 'manual' })
    const { name, version, pid, startedAt } = (await response.json()) as Record<string, unknown>
    if (name !== 'plant-store-kit') return ''
    return escapeLine(` by a plant-store mock ${version} (process ${pid}, started ${startedAt})`)
  } catch {
    // Not a mock of the kit.
    return ''
  }
}
