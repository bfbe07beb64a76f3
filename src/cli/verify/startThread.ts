import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

/**
 * Megabytes. Without a limit of its own, a thread that needs more memory ends the whole process. The part for new objects is kept small,
 * because several threads can run at once.
 */
const LIMITS = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 12 }

let idle: readonly Worker[] = []

/**
 * Starts a thread of `verify` that `takeThread` returns later. It loads while the command reads its flags and other inputs, which
 * saves most of the time that it takes to start. It does not keep the process alive.
 */
export function startThread(): void {
  if (idle.length === 0) idle = [createThread()]
}

/** A thread for one run: an idle one, or a new one. */
export function takeThread(): Worker {
  const [thread = createThread(), ...others] = idle
  idle = others
  return thread
}

/** Keeps a thread whose run is over for the next one, which then needs no time to start, and no memory of its own. */
export function keepThread(thread: Worker): void {
  thread.unref()
  idle = [...idle, thread]
}

/** Ends the idle threads, and the processes of engines that wait in them. */
export async function endThreads(): Promise<void> {
  await Promise.all(
    idle.map(async (thread) => {
      thread.ref()
      thread.postMessage({ kind: 'end' })
      await once(thread, 'exit')
    }),
  )
}

function createThread(): Worker {
  const file = new URL(`./thread${extname(import.meta.url)}`, import.meta.url)
  const thread = new Worker(file, { resourceLimits: LIMITS })
  thread.unref()
  // A run has a listener of its own. An error between two runs ends the thread.
  thread.on('error', () => {})
  thread.once('exit', () => {
    idle = idle.filter((each) => each !== thread)
  })
  return thread
}
