import { messageOf } from '../../contract/words.ts'
import type { Report } from '../../judge/report.ts'
import type { Fact } from '../../judge/transcript.ts'
import type { ProgressEvent } from '../../judge/verifyOptions.ts'
import type { Options } from '../../verify.ts'
import { UsageError } from '../errors.ts'
import { keepThread, takeThread } from './startThread.ts'

type ThreadOptions = Omit<Options, 'onProgress' | 'signal'>
type ThreadError = { message: string; stack: string | undefined; isUsageError: boolean }

/** What the main thread sends. The thread writes into `count`, which they share, how many requests were answered. */
export type ThreadMessage =
  | {
      kind: 'start'
      baseUrl: string
      options: ThreadOptions
      savesHar: boolean
      keepsThread: boolean
      count: Int32Array
    }
  | { kind: 'stop'; reason: string }
  | { kind: 'fact'; fact: Fact }
  | { kind: 'end' }

/** What the thread sends: at the end, a report or a failure. If it saves the transcript, `har` follows the report. An `error` is one of the kit that did not end the run. */
export type ThreadEvent =
  | { kind: 'progress'; progress: ProgressEvent }
  | { kind: 'error'; error: ThreadError }
  | { kind: 'report'; report: Report }
  | { kind: 'har'; text: string | undefined }
  | { kind: 'failure'; error: ThreadError }

/** What a run results in. `har` is its transcript, if it was asked for and could be saved. */
export type Result = { report: Report; har?: string | undefined }

export type Control = {
  /** Whether to save the transcript. */
  savesHar: boolean
  /** Whether other runs follow, which can use the thread. They read the contract only once. */
  keepsThread?: boolean
  stop: AbortSignal
  /** Calls the listener with what else happens during the run. */
  watchFacts?: ((listener: (fact: Fact) => void) => void) | undefined
  onProgress: (event: ProgressEvent) => void
  onError: (error: unknown) => void
}

/** Milliseconds for the thread to judge what it received when the run is stopped. Judging takes at most 700 ms then. */
const GRACE = 1_000
/** Milliseconds to save the transcript. */
const SAVING = 20_000

/**
 * Tests the implementation at a base URL in a thread, so that a response that keeps the thread busy cannot keep this one from
 * signals, limits and reports. A thread that does not react to `stop` or `maxTime`, or that dies, is ended, and the report says
 * that nothing was judged.
 */
export async function verifyInThread(
  baseUrl: string,
  options: ThreadOptions,
  { stop, watchFacts, savesHar, keepsThread = false, onProgress, onError }: Control,
): Promise<Result> {
  const thread = takeThread()
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const send = (message: ThreadMessage): void => thread.postMessage(message)
  const startedAt = new Date()
  const count = new Int32Array(new SharedArrayBuffer(4))
  let judged: Report | undefined
  /** It ended the run itself, without an error of the kit. */
  let isSound = true
  const giveUp = async (reason: string): Promise<void> => {
    isSound = false
    if (judged) return resolve({ report: judged })
    await thread.terminate()
    const report = await reportUntested(baseUrl, options, reason)
    const durationMs = Date.now() - startedAt.getTime()
    resolve({
      report: { ...report, startedAt: startedAt.toISOString(), durationMs, requests: Atomics.load(count, 0) },
    })
  }
  const timers: NodeJS.Timeout[] = []
  const giveUpAfter = (ms: number, reason: string): void => {
    const why = `${reason}. The kit was busy with a response and did not react, so nothing was judged`
    timers.push(setTimeout(() => giveUp(why).catch(reject), ms))
  }
  const stopThread = (): void => {
    isSound = false
    send({ kind: 'stop', reason: stop.reason })
    giveUpAfter(GRACE, stop.reason)
    // Loaded in advance, in case it is needed.
    void import('../../verify.ts')
  }
  const receive = (event: ThreadEvent): void => {
    if (event.kind === 'error' || event.kind === 'failure') isSound = false
    if (event.kind === 'progress') {
      onProgress(event.progress)
    } else if (event.kind === 'error') {
      onError(revive(event.error))
    } else if (event.kind === 'report') {
      judged = event.report
      for (const timer of timers) clearTimeout(timer)
      if (savesHar) giveUpAfter(SAVING, 'the transcript took too long to save')
      else resolve(event)
    } else if (event.kind === 'har') {
      if (judged) resolve({ report: judged, har: event.text })
    } else if (judged) {
      onError(revive(event.error))
      resolve({ report: judged })
    } else reject(revive(event.error))
  }
  // The thread is out of memory, or an error followed another that ended the run.
  const replace = (error: Error): void => {
    onError(error)
    giveUp(`the kit itself failed: ${messageOf(error)}`).catch(reject)
  }
  thread.on('message', receive).once('error', replace)
  thread.ref()
  send({ kind: 'start', baseUrl, options, savesHar, keepsThread, count })
  watchFacts?.((fact) => send({ kind: 'fact', fact }))
  const { maxTime } = options
  if (maxTime !== undefined)
    giveUpAfter(maxTime * 1000 + GRACE, `the time limit of ${maxTime} s was reached (--max-time)`)
  if (stop.aborted) stopThread()
  else stop.addEventListener('abort', stopThread)
  try {
    return await promise
  } finally {
    stop.removeEventListener('abort', stopThread)
    for (const timer of timers) clearTimeout(timer)
    thread.off('message', receive).off('error', replace)
    if (keepsThread && isSound) keepThread(thread)
    // It ends while the reports are written.
    else void thread.terminate()
  }
}

/** The report of a run that was stopped before its first request. */
async function reportUntested(baseUrl: string, options: ThreadOptions, reason: string): Promise<Report> {
  const { verifyUntil } = await import('../../verify.ts')
  return verifyUntil(baseUrl, options, { stop: AbortSignal.abort(reason) })
}

function revive({ message, stack, isUsageError }: ThreadError): Error {
  if (isUsageError) return new UsageError(message)
  return Object.assign(new Error(message), { stack })
}
