import { registerHooks } from 'node:module'
import { mutantServers, type RunningServer, type Users } from './mutantServers.ts'

/** The message to a mutant's process: the server to serve, and the active mutant. */
export type MutantTask = {
  server: string
  modules: Readonly<Record<string, string>>
  mutant: string | undefined
  users: Users
}

/** The messages that the process sends back: first the server's URL and tokens, and later the numbers of all mutants whose code ran. */
export type MutantMessage = { running: RunningServer } | { reached: readonly string[] }

/** StrykerJS's names for the switch and the counters in the instrumented code. */
type Switch = {
  activeMutant?: string
  mutantCoverage?: { static: Record<string, number> }
}

process.once('message', async ({ server, modules, mutant, users }: MutantTask) => {
  const stryker: Switch = mutant === undefined ? {} : { activeMutant: mutant }
  Object.assign(globalThis, { __stryker__: stryker })
  registerHooks({
    load(url, context, nextLoad) {
      const source = modules[url]
      return source === undefined
        ? nextLoad(url, context)
        : { format: 'module-typescript', source, shortCircuit: true }
    },
  })
  const chosen = mutantServers.find(({ id }) => id === server)
  if (!chosen) throw new Error(`no server has the id ${server}`)
  send({ running: await chosen.start(users) })
  process.once('message', () => send({ reached: Object.keys(stryker.mutantCoverage?.static ?? {}) }))
})
// If the parent process is killed, the server also exits.
process.once('disconnect', () => process.exit())

function send(message: MutantMessage): void {
  process.send?.(message)
}
