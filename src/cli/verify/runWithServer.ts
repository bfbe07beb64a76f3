import { escapeLine } from '../../reporters/text/escapeText.ts'
import type { FlagsOf } from '../config/flag.ts'
import type { targetFlags } from '../flags/targetFlags.ts'
import { type StartedServer, startServer } from './startServer.ts'

/** Seconds for the server that --start starts. */
const START_TIMEOUT = 30
/** How often a server that ends by itself is started again: each of the outages after which a run stops needs two. */
const MOST_STARTS = 12
/** Milliseconds for that server to end when the run is interrupted. */
const INTERRUPTED_PATIENCE = 1_000

type StartFlags = Pick<FlagsOf<typeof targetFlags>, 'startCwd' | 'startLog' | 'waitTimeout'> & {
  start?: string | undefined
}

/** The server of a run, which --start may have started. */
type Server = {
  /** Seconds to wait until it answers. */
  waitTimeout: number
  /** Aborts when the run has to stop, or if the server ends before it has answered. */
  stop: AbortSignal
  /** Call it with the first response. From then on, the run itself finds out that the server has ended. */
  answered: () => void
  /** If the server has ended by itself, prints how, and what it printed last, in which `hide` masks secrets. Returns how it ended each time. */
  showEnds: (hide: (line: string) => string) => readonly string[]
  /** The server of --start, as it was started first, if there is one. */
  started?: StartedServer
}

/**
 * Does a run while the server of --start is up, if there is that flag, and ends the server afterwards. If it ends by itself during the
 * run, starts it again, so that the run can find out whether a request is the reason.
 */
export async function runWithServer<Result>(
  { start, startCwd: cwd, startLog: log, waitTimeout }: StartFlags,
  stop: AbortSignal,
  run: (server: Server) => Promise<Result>,
): Promise<Result> {
  if (start === undefined)
    return run({ waitTimeout: waitTimeout ?? 0, stop, answered: () => {}, showEnds: () => [] })
  const early = new AbortController()
  const ends: { reason: string; lines: readonly string[] }[] = []
  let hasAnswered = false
  let isOver = false
  const watch = (server: StartedServer): StartedServer => {
    server.ended.addEventListener('abort', () => {
      const reason = String(server.ended.reason)
      ends.push({ reason, lines: server.lastLines() })
      if (!hasAnswered) early.abort(reason)
      // If it cannot be started again, it stays down, which the run reports.
      else if (!isOver && ends.length <= MOST_STARTS) running = startAgain().catch(() => server)
    })
    return server
  }
  const startAgain = async (): Promise<StartedServer> =>
    watch(await startServer(start, { cwd, log, isAgain: true }))
  let running = startServer(start, { cwd, log }).then(watch)
  await running
  try {
    return await run({
      waitTimeout: waitTimeout ?? START_TIMEOUT,
      stop: AbortSignal.any([stop, early.signal]),
      answered: () => {
        hasAnswered = true
      },
      showEnds: (hide) => {
        for (const { reason, lines } of ends) {
          const shown = lines.map((line) => `  ${escapeLine(hide(line))}\n`).join('')
          process.stderr.write(`plant-store: ${reason}. Its last lines:\n${shown}`)
        }
        return ends.map(({ reason }) => reason)
      },
      started: await running,
    })
  } finally {
    isOver = true
    await (await running).stop(stop.aborted ? INTERRUPTED_PATIENCE : undefined)
  }
}
