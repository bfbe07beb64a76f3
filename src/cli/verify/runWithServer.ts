import { escapeLine } from '../../reporters/text/escapeText.ts'
import type { FlagsOf } from '../config/flag.ts'
import type { targetFlags } from '../flags/targetFlags.ts'
import { type StartedServer, startServer } from './startServer.ts'

/** Seconds for the server that --start starts. */
const START_TIMEOUT = 30
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
  /** If the server has ended by itself, prints how, and what it printed last. */
  showEnd: () => void
  /** The server of --start, if there is one. */
  started?: StartedServer
}

/** Does a run while the server of --start is up, if there is that flag, and ends the server afterwards. */
export async function runWithServer<Result>(
  { start, startCwd: cwd, startLog: log, waitTimeout }: StartFlags,
  stop: AbortSignal,
  run: (server: Server) => Promise<Result>,
): Promise<Result> {
  if (start === undefined)
    return run({ waitTimeout: waitTimeout ?? 0, stop, answered: () => {}, showEnd: () => {} })
  const server = await startServer(start, { cwd, log })
  try {
    const early = new AbortController()
    let hasAnswered = false
    server.ended.addEventListener('abort', () => hasAnswered || early.abort(server.ended.reason))
    return await run({
      waitTimeout: waitTimeout ?? START_TIMEOUT,
      stop: AbortSignal.any([stop, early.signal]),
      answered: () => {
        hasAnswered = true
      },
      showEnd: () => showEnd(server),
      started: server,
    })
  } finally {
    await server.stop(stop.aborted ? INTERRUPTED_PATIENCE : undefined)
  }
}

function showEnd({ ended, lastLines }: StartedServer): void {
  if (!ended.aborted) return
  const lines = lastLines().map((line) => `  ${escapeLine(line)}\n`)
  process.stderr.write(`plant-store: ${ended.reason}. Its last lines:\n${lines.join('')}`)
}
