import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

/** Megabytes. Without a limit of its own, a thread that needs more memory ends the whole process. */
const HEAP_LIMIT = 1_024

let started: Worker | undefined

/**
 * Starts the thread of `verify`, or returns the one that was started. It loads while the command reads its flags and other
 * inputs, which saves most of the time that it takes to start. It does not keep the process alive.
 */
export function startThread(): Worker {
  started ??= createThread()
  return started
}

/** Starts another one. */
export function createThread(): Worker {
  const file = new URL(`./thread${extname(import.meta.url)}`, import.meta.url)
  const thread = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT } })
  thread.unref()
  return thread
}
