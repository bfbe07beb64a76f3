import { messageOf } from '../../contract/words.ts'
import type { ExitCode } from '../explainFailure.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

type Listeners = {
  onSignal: () => void
  onError: (error: unknown) => void
  /** The verdict's exit code; undefined until there is a verdict. */
  verdictCode: () => ExitCode | undefined
}

/** What to do first when a run is interrupted. */
export function announceInterruption(endProgress: () => void): () => void {
  return () => {
    endProgress()
    process.stderr.write('plant-store: interrupted; reporting what was tested so far\n')
  }
}

/**
 * Watches for what ends a run early: a signal, or an error that nothing caught. `stop` aborts with the reason as a text. A
 * second signal, or one after the verdict, ends the process.
 */
export function watchInterruption({ onSignal, onError, verdictCode }: Listeners): {
  stop: AbortSignal
  end: () => void
} {
  const controller = new AbortController()
  const interrupt = (signal: NodeJS.Signals): void => {
    const code = verdictCode()
    if (controller.signal.aborted || code !== undefined) process.exit(code === 1 ? 1 : 3)
    onSignal()
    controller.abort(`interrupted by ${signal}`)
  }
  const fail = (error: unknown): void => {
    onError(error)
    controller.abort(`the kit itself failed: ${messageOf(error)}`)
  }
  for (const signal of SIGNALS) process.on(signal, interrupt)
  process.once('uncaughtException', fail)
  return {
    stop: controller.signal,
    end: () => {
      for (const signal of SIGNALS) process.removeListener(signal, interrupt)
      process.removeListener('uncaughtException', fail)
    },
  }
}
