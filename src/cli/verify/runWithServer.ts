import { pluralize } from '../../contract/words.ts'
import type { Fact } from '../../judge/transcript.ts'
import { escapeLine } from '../../report/text/escapeText.ts'
import type { FlagsOf } from '../config/flag.ts'
import { Interrupted } from '../errors.ts'
import type { targetFlags } from '../flags/targetFlags.ts'
import { checkUnused, type StartPlace } from './checkUnused.ts'
import { createHider, type Secrets } from './explainStart.ts'
import { type StartedServer, startServer } from './startServer.ts'

/** Seconds for the server that --start starts. */
const START_TIMEOUT = 30
/** How often a server that ends by itself is started again: each of the outages after which a run stops needs two. */
const MOST_STARTS = 12
/** Milliseconds for that server to end when the run is interrupted. */
const INTERRUPTED_PATIENCE = 1_000

type StartFlags = Pick<FlagsOf<typeof targetFlags>, 'startCwd' | 'startLog' | 'waitTimeout'> &
  StartPlace &
  Secrets & { start?: string | undefined }

/** How a server ended by itself, and what it printed last. */
type End = { reason: string; lines: readonly string[] }

/** The server of a run, which --start may have started. */
type Server = {
  /** Seconds to wait until it answers. */
  waitTimeout: number
  /** Aborts when the run has to stop, or if the server ends before it has answered. */
  stop: AbortSignal
  /** Call it with the first response. From then on, the run itself finds out that the server has ended. */
  answered: () => void
  /** Calls the listener each time the server ends by itself. */
  watchEnds: (listener: (fact: Fact) => void) => void
  /** The server of --start, as it was started first, if there is one. */
  started?: StartedServer
}

/**
 * Does a run while the server of --start is up, if there is that flag, and ends the server afterwards. If it ends by itself during the
 * run, starts it again, so that the run can find out whether a request is the reason. Throws a UsageError if the server cannot be
 * started, or if another one answers in its place.
 */
export async function runWithServer<Result>(
  flags: StartFlags,
  stop: AbortSignal,
  run: (server: Server) => Promise<Result>,
): Promise<Result> {
  const { start, startCwd: cwd, startLog: log, waitTimeout } = flags
  if (start === undefined)
    return run({ waitTimeout: waitTimeout ?? 0, stop, answered: () => {}, watchEnds: () => {} })
  await checkUnused(flags, stop)
  if (stop.aborted) throw new Interrupted()
  const hide = createHider(flags)
  const early = new AbortController()
  const ends: End[] = []
  let hasAnswered = false
  let isOver = false
  let tell: (fact: Fact) => void = () => {}
  const watch = (server: StartedServer): StartedServer => {
    server.ended.addEventListener('abort', () => {
      const reason = String(server.ended.reason)
      ends.push({ reason, lines: server.lastLines().map((line) => escapeLine(hide(line))) })
      const startedAgain = hasAnswered && !isOver && ends.length <= MOST_STARTS
      tell({ kind: 'server-ended', how: reason, startedAgain })
      if (!hasAnswered) early.abort(reason)
      // If it cannot be started again, it stays down, which the run reports.
      else if (startedAgain) running = startAgain().catch(() => server)
    })
    return server
  }
  const startAgain = async (): Promise<StartedServer> =>
    watch(await startServer(start, { cwd, log, hide, isAgain: true }))
  let running = startServer(start, { cwd, log, hide }).then(watch)
  await running
  try {
    return await run({
      waitTimeout: waitTimeout ?? START_TIMEOUT,
      stop: AbortSignal.any([stop, early.signal]),
      answered: () => {
        hasAnswered = true
      },
      watchEnds: (listener) => {
        tell = listener
      },
      started: await running,
    })
  } finally {
    isOver = true
    process.stderr.write(describeEnds(ends))
    await (await running).stop(stop.aborted ? INTERRUPTED_PATIENCE : undefined)
  }
}

/** Ends that differ only in their numbers, such as times and ports, are described once. */
function describeEnds(ends: readonly End[]): string {
  const same = Map.groupBy(ends, ({ reason, lines }) => [reason, ...lines].join('\n').replaceAll(/\d+/g, '0'))
  return [...same.values()]
    .map(([first, ...others]) => {
      const times = others.length > 0 ? `, and ${pluralize(others.length, 'more time')} in the same way` : ''
      const lines = first?.lines.map((line) => `  ${line}\n`).join('')
      return `plant-store: ${first?.reason}${times}. Its last lines:\n${lines}`
    })
    .join('')
}
