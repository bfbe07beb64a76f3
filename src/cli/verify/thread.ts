import { enableCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import type { IdleProcesses } from '../../engines/process/idleProcesses.ts'
import type { Fact, Transcript } from '../../judge/transcript.ts'
import type { ProgressEvent } from '../../judge/verifyOptions.ts'
import type { ThreadEvent, ThreadMessage } from './verifyInThread.ts'

// The thread of `verifyInThread`. It tests one server, and then another one if it gets one.

enableCompileCache()
const [{ ContractError }, { messageOf }, { verifyUntil }] = await Promise.all([
  import('../../contract/ContractError.ts'),
  import('../../contract/words.ts'),
  import('../../verify.ts'),
])
/** Milliseconds between two messages that only count requests. A message costs as much as a request. */
const COUNTING = 100

let controller = new AbortController()
/** The processes of engines, which end with the thread. */
let idle: IdleProcesses | undefined
/** What the main thread learnt during the run. */
let facts: Fact[] = []
let countedAt = Number.NEGATIVE_INFINITY

const send = (event: ThreadEvent): void => parentPort?.postMessage(event)

const sendProgress = (progress: ProgressEvent, count: Int32Array): void => {
  const { engine: _engine, state, done, ...rest } = progress
  if (done !== undefined) Atomics.store(count, 0, done)
  const isCount = state === 'judging' && done !== undefined && Object.keys(rest).length === 0
  if (isCount && performance.now() - countedAt < COUNTING) return
  if (isCount) countedAt = performance.now()
  send({ kind: 'progress', progress })
}

/** Only the standard classes of errors survive between threads, so their texts are sent. */
const describe = (error: unknown) => ({
  message: messageOf(error),
  stack: error instanceof Error ? error.stack : undefined,
  isUsageError: error instanceof ContractError,
})

/** The second error of a run ends the thread, and so does one between two runs. */
const endRun = (error: Error): void => {
  send({ kind: 'error', error: describe(error) })
  controller.abort(`the kit itself failed: ${messageOf(error)}`)
}

parentPort?.on('message', async (message: ThreadMessage) => {
  if (message.kind === 'stop') return controller.abort(message.reason)
  if (message.kind === 'fact') return void facts.push(message.fact)
  if (message.kind === 'end') {
    await idle?.close()
    process.exit()
  }
  const { baseUrl, options, savesHar, keepsThread, count } = message
  controller = new AbortController()
  facts = []
  countedAt = Number.NEGATIVE_INFINITY
  process.once('uncaughtException', endRun)
  const recorded: [transcript: Transcript, contract: string][] = []
  try {
    if (keepsThread) idle ??= (await import('../../engines/process/idleProcesses.ts')).createIdleProcesses()
    const report = await verifyUntil(
      baseUrl,
      { ...options, onProgress: (progress) => sendProgress(progress, count) },
      {
        idle,
        stop: controller.signal,
        listFacts: () => facts,
        onError: (error) => send({ kind: 'error', error: describe(error) }),
        onTranscript: (transcript, { sha256 }) => recorded.push([transcript, sha256]),
      },
    )
    send({ kind: 'report', report })
    if (!savesHar) return
    const { writeHar } = await import('../../record/har/writeHar.ts')
    const [run] = recorded
    send({ kind: 'har', text: run && writeHar(...run) })
  } catch (error) {
    send({ kind: 'failure', error: describe(error) })
  } finally {
    process.off('uncaughtException', endRun)
  }
})
