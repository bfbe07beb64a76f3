import { faultyServers, variations } from '../../contract-tests/implementations/index.ts'
import { startImplementation } from '../../contract-tests/implementations/startImplementation.ts'

const servers = { fault: faultyServers, variation: variations }

/** Starts the test server with this id, or returns undefined if there is none. `check` is the check that must report the server. */
export async function serveImplementation(kind: keyof typeof servers, id: string, port: number) {
  const found = servers[kind].find((each) => each.id === id)
  if (!found) return undefined
  const running = await startImplementation(found.difference, port)
  return { ...running, title: found.title, check: 'check' in found ? found.check : undefined }
}

/** The ids of all faulty servers. */
export const faultIds: readonly string[] = faultyServers.map(({ id }) => id)
