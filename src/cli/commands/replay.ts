import { Command } from 'commander'
import type { Report } from '../../judge/report.ts'
import { addFlags } from '../config/createOption.ts'
import type { FlagsOf } from '../config/flag.ts'
import { UsageError } from '../errors.ts'
import type { ExitCode, Finish } from '../explainFailure.ts'
import { replayFlags } from '../flags/replayFlags.ts'
import { findFinding } from '../replay/findFinding.ts'
import { formatEnd, formatRound, formatStart } from '../replay/formatReplay.ts'
import { reportFailure } from '../reportFailure.ts'
import { choosePort } from '../verify/choosePort.ts'
import { checkRoute, checkUrl, readExpectations, runTokenCommand } from '../verify/inputs.ts'
import { announceInterruption, watchInterruption } from '../verify/interruption.ts'
import { runWithServer } from '../verify/runWithServer.ts'

const EXIT_CODES = { passes: 0, fails: 1, unknown: 3 } as const satisfies Record<string, ExitCode>

/** `plant-store replay`: sends what shows a finding of a report again. */
export function replayCommand(finish: Finish): Command {
  const command = new Command('replay')
    .description('Send the requests that show a finding again, to see whether it is fixed.')
    .argument('<report>', 'the JSON report of a run')
    .argument('<finding>', 'the id of the check that failed')
  return addFlags(command, replayFlags).action(
    async (file: string, id: string, flags: FlagsOf<typeof replayFlags>) => {
      // Loaded late, so that help and usage errors appear at once.
      const { readReport } = await import('../readReport.ts')
      const report = readReport(file)
      const finding = findFinding(report, id, file)
      const { baseUrl: given, times, tokenCommand, expect, header, ...options } = flags
      const { baseUrl, start } = await choosePort(flags, given ?? reuseUrl(report, flags.start))
      checkUrl(baseUrl)
      checkRoute(flags, baseUrl)
      const { readContract } = await import('../../contract/readContract.ts')
      checkContract(report, readContract(options.contract).sha256, file)
      const { stop, end } = watchInterruption({
        onSignal: announceInterruption(() => {}),
        onError: reportFailure,
        verdictCode: () => undefined,
      })
      try {
        const token =
          flags.token ?? (tokenCommand === undefined ? undefined : await runTokenCommand(tokenCommand, stop))
        const expectations =
          expect === undefined ? undefined : await readExpectations(expect, options.otherToken.length)
        const { replay } = await import('../../verify.ts')
        process.stdout.write(formatStart(finding, baseUrl))
        await runWithServer({ ...flags, start, baseUrl, token }, stop, async (server) => {
          const ended = await replay(
            baseUrl,
            { finding, users: report.options.users },
            {
              times,
              onRound: (round) => process.stdout.write(formatRound(round)),
              stop: server.stop,
            },
            {
              ...options,
              waitTimeout: server.waitTimeout,
              token,
              expectations,
              headers: header,
              seed: report.options.seed,
              plan: report.options.plan,
              onProgress: ({ done }) => {
                if (done !== undefined) server.answered()
              },
            },
          )
          process.stdout.write(formatEnd(ended))
          finish(EXIT_CODES[ended])
        })
      } finally {
        end()
      }
    },
  )
}

/** The base URL of the report. If --start chooses the port, it takes the place of the old one. */
function reuseUrl({ target }: Report, start: string | undefined): string {
  if (start === undefined && target.start?.command.includes('{port}'))
    throw new UsageError(
      `the run started ${target.baseUrl} on a free port: expected --start with its command again, or --base-url with the address of a server`,
    )
  if (!start?.includes('{port}')) return target.baseUrl
  const url = new URL(target.baseUrl)
  return target.baseUrl.replace(url.host, `${url.hostname}:{port}`)
}

/** The requests and the checks come from the contract. */
function checkContract({ contract: { title, version, sha256 } }: Report, given: string, file: string): void {
  if (sha256 !== given)
    throw new UsageError(
      `${file} is about another contract, "${title}" ${version}; pass the same one with --contract`,
    )
}
