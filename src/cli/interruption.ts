import { messageOf } from '../contract/words.ts'
import { type ExitCode, reportFailure } from './errors.ts'

/**
 * Watches for a signal or an uncaught error, which end a run early. `stop` then aborts with the reason as a string. A second signal, or a
 * signal after the verdict, ends the process.
 */
export function watchInterruption({
  endProgress = () => {},
  verdictCode = () => undefined,
}: {
  endProgress?: () => void
  /** The verdict's exit code; undefined until there is a verdict. */
  verdictCode?: () => ExitCode | undefined
}): { stop: AbortSignal; onError: (error: unknown) => void } {
  const controller = new AbortController()
  const interrupt = (signal: NodeJS.Signals): void => {
    const code = verdictCode()
    if (controller.signal.aborted || code !== undefined) process.exit(code === 1 ? 1 : 3)
    endProgress()
    process.stderr.write('plant-store-kit: interrupted; a second signal ends the process\n')
    controller.abort(`interrupted by ${signal}`)
  }
  const onError = (error: unknown): void => {
    endProgress()
    reportFailure(error)
  }
  const fail = (error: unknown): void => {
    onError(error)
    controller.abort(`the kit itself failed: ${messageOf(error)}`)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt)
  process.once('uncaughtException', fail)
  return { stop: controller.signal, onError }
}
