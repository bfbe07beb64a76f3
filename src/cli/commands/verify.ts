import { Command } from 'commander'
import { addFlags } from '../config/createOption.ts'
import type { FlagsOf } from '../config/flag.ts'
import { Interrupted } from '../errors.ts'
import type { Finish } from '../explainFailure.ts'
import { checkToken, checkUrl, readExpectations, runTokenCommand } from '../verify/inputs.ts'
import { showProgress } from '../verify/progress.ts'
import { openDestinations } from '../verify/reports.ts'
import { verifyFlags } from './verifyFlags.ts'

/** Starts a target to judge when the user names none. */
export type StartTarget = () => Promise<{
  baseUrl: string
  token: string
  otherToken: string
  close: () => Promise<void>
}>

/** `plant-store verify`: judges an implementation. With `startTarget`, the base URL is optional. */
export function verifyCommand(finish: Finish, startTarget?: StartTarget): Command {
  const command = new Command('verify')
    .description('Test the implementation at a base URL against the contract.')
    .argument(
      startTarget ? '[base-url]' : '<base-url>',
      'the base URL, without /plants, for example http://127.0.0.1:4010',
    )
  return addFlags(command, verifyFlags).action(
    async (baseUrl: string | undefined, flags: FlagsOf<typeof verifyFlags>) => {
      if (baseUrl !== undefined) checkUrl(baseUrl)
      const write = openDestinations(flags.report)
      // Loaded late, so that help and usage errors appear at once.
      const { verify } = await import('../../verify.ts')
      const { engine, expect, header, report: _, tokenCommand, ...options } = flags
      const token =
        flags.token ?? (tokenCommand === undefined ? undefined : await runTokenCommand(tokenCommand))
      checkToken('--token', token)
      checkToken('--other-token', flags.otherToken)
      const expectations = expect === undefined ? undefined : await readExpectations(expect)
      const target = baseUrl === undefined ? await startTarget?.() : undefined
      const progress = showProgress(process.stderr)
      const interrupt = new AbortController()
      const stop = (): void => interrupt.abort(new Interrupted())
      process.once('SIGINT', stop).once('SIGTERM', stop)
      try {
        const report = await verify(target?.baseUrl ?? baseUrl ?? '', {
          ...options,
          engines: engine,
          headers: header,
          expectations,
          token: token ?? target?.token,
          otherToken: flags.otherToken ?? target?.otherToken,
          onProgress: progress.update,
          signal: interrupt.signal,
        })
        progress.end()
        write(report)
        finish(report.exitCode)
      } finally {
        progress.end()
        process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop)
        await target?.close()
      }
    },
  )
}
