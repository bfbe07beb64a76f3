import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

/**
 * Megabytes. Without a limit of its own, a thread that needs more memory ends the whole process. The part for new objects is kept small,
 * because several threads can run at once.
 */
const LIMITS = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 12 }

let spare: Worker | undefined

/**
 * Starts a thread of `verify` that `takeThread` returns later. It loads while the command reads its flags and other inputs, which
 * saves most of the time that it takes to start. It does not keep the process alive.
 */
export function startThread(): void {
  spare ??= createThread()
}

/** A thread for one run: the one that was started, or a new one. */
export function takeThread(): Worker {
  const thread = spare ?? createThread()
  spare = undefined
  return thread
}

function createThread(): Worker {
  const file = new URL(`./thread${extname(import.meta.url)}`, import.meta.url)
  const thread = new Worker(file, { resourceLimits: LIMITS })
  thread.unref()
  return thread
}
