import { kit } from '../../contract/kit.ts'
import type { MockCore } from '../core.ts'
import type { Health } from './control.ts'

/** Tells which mock this is, so that whoever finds a server on the port can tell a stranger. In WireMock's shape, and more. */
export function healthOf(core: MockCore, url: () => string): () => Health {
  let instanceId: string | undefined
  const began = Date.now()
  return () => {
    instanceId ??= process.getBuiltinModule('node:crypto').randomUUID()
    const { title, version, sha256 } = core.contract()
    return {
      status: 'healthy',
      message: 'plant-store mock is ok',
      ...kit(),
      instanceId,
      pid: process.pid,
      startedAt: new Date(began).toISOString(),
      uptimeInSeconds: Math.round((Date.now() - began) / 1000),
      timestamp: new Date().toISOString(),
      baseUrl: url(),
      contract: { title, version, sha256 },
    }
  }
}
