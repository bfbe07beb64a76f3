import { readKit } from '../../contract/files.ts'
import type { MockCore } from '../core.ts'
import type { MockWhen } from '../upstream/upstream.ts'
import type { Health } from './control.ts'

/** The service behind a mock: its base URL, and its responses that the mock replaces. */
type Service = { url: string; mockWhen: readonly MockWhen[] }

/** How pages of the server that the mock is in reach it: a base URL without an origin, and what begins the names of their variables. */
export type PageHost = { baseUrl: string; envPrefix: string }

/** Describes the mock, so that scripts can check which server has the port. A superset of WireMock's health. */
export function createHealth(
  core: MockCore,
  url: () => string,
  { upstream, page }: { upstream: Service | undefined; page: PageHost | undefined },
): () => Health {
  let instanceId: string | undefined
  const started = Date.now()
  return () => {
    instanceId ??= process.getBuiltinModule('node:crypto').randomUUID()
    const { title, version, sha256, path, limitName, examples: all } = core.contract()
    const examples = all.map(({ name, status }) => ({ name, status }))
    return {
      status: 'healthy',
      message: 'plant-store-kit mock is ok',
      ...readKit(),
      instanceId,
      pid: process.pid,
      startedAt: new Date(started).toISOString(),
      uptimeInSeconds: Math.round((Date.now() - started) / 1000),
      timestamp: new Date().toISOString(),
      baseUrl: url(),
      contract: { title, version, sha256, path, limitName, examples },
      upstream,
      page,
    }
  }
}
