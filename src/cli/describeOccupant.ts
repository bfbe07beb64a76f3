import { baseUrl } from '../server/baseUrl.ts'

/** Who listens on a port: another mock of the kit, told by its health, or a stranger. For a message. */
export async function describeOccupant(host: string, port: number): Promise<string> {
  try {
    const url = `${baseUrl('http', host, port, '')}/__admin/health`
    const response = await fetch(url, { signal: AbortSignal.timeout(500), redirect: 'manual' })
    const { name, version, pid, startedAt } = (await response.json()) as Record<string, unknown>
    if (name !== 'plant-store-kit') return ''
    return `; it is a plant-store mock ${version}, process ${pid}, started ${startedAt}`
  } catch {
    // Whoever it is does not speak like a mock: nothing can be said of it.
    return ''
  }
}
