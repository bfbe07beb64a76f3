import { Command } from 'commander'
import type { Field } from '../../harness/exchange.ts'
import type { Resolution } from '../../harness/http/resolution.ts'
import type { EngineName } from '../../harness/report.ts'
import { option } from '../config/option.ts'
import { Interrupted } from '../errors.ts'
import type { Finish } from '../explainFailure.ts'
import { engineOption } from '../verify/engineOption.ts'
import {
  checkToken,
  checkUrl,
  readExpectations,
  runTokenCommand,
  toHeader,
  toNumber,
  toResolution,
} from '../verify/inputs.ts'
import { showProgress } from '../verify/progress.ts'
import { type Destination, openDestinations, toDestination } from '../verify/reports.ts'

/** A target to judge where no base URL was given, and what stops it. */
export type Fallback = () => Promise<{
  baseUrl: string
  token: string
  otherToken: string
  close: () => Promise<void>
}>

type Options = {
  token?: string
  tokenCommand?: string
  otherToken?: string
  expect?: string
  header: Field[]
  resolve: Resolution[]
  engine: EngineName[]
  strict?: boolean
  timeout: number
  seed: number
  maxRequests: number
  rate?: number
  report: Destination[]
}

/** `plant-store verify`: judges any implementation. */
export function verifyCommand(finish: Finish, fallback?: Fallback): Command {
  return new Command('verify')
    .description('Judge any implementation by its base URL.')
    .argument(
      fallback ? '[base-url]' : '<base-url>',
      'what stands before /plants, such as http://127.0.0.1:4010',
    )
    .addOption(
      option({
        flag: '--token <token>',
        description:
          'the bearer token of a user with at least two plants; better in the environment, where no process list shows it',
      }),
    )
    .addOption(
      option({ flag: '--token-command <command>', description: 'a shell command that prints the token' }),
    )
    .addOption(option({ flag: '--other-token <token>', description: 'the bearer token of a second user' }))
    .addOption(
      option({
        flag: '--expect <file>',
        description: 'YAML or JSON: which plants each token must see and must not see',
      }),
    )
    .addOption(
      option({
        flag: '--header <field>',
        description: "a header field for every request, 'Name: value'",
        default: [] as Field[],
        defaultText: 'none',
        parse: toHeader,
        repeatable: true,
      }),
    )
    .addOption(
      option({
        flag: '--resolve <host:port:address>',
        description: "where a host is that has no address yet, as curl's --resolve; repeatable",
        default: [] as Resolution[],
        defaultText: 'none',
        parse: toResolution,
        repeatable: true,
      }),
    )
    .addOption(engineOption())
    .addOption(option({ flag: '--strict', description: 'hold SHOULD to be as binding as MUST' }))
    .addOption(
      option({
        flag: '--timeout <ms>',
        description: 'milliseconds of silence after which a request is given up',
        default: 10_000,
        parse: toNumber('a number of milliseconds', 1, 600_000),
      }),
    )
    .addOption(
      option({
        flag: '--rate <number>',
        description: 'requests a second at most, of the probes',
        parse: toNumber('a number of requests a second', 0.1, 1_000_000),
      }),
    )
    .addOption(
      option({
        flag: '--max-requests <number>',
        description: 'requests of the plan at most, repetitions included',
        default: 600,
        parse: toNumber('a number of requests', 1, 1_000_000),
      }),
    )
    .addOption(
      option({
        flag: '--seed <number>',
        description: 'seed for what the plan chooses at random',
        default: 1,
        parse: toNumber('a whole number', 0, 2 ** 32 - 1),
      }),
    )
    .addOption(
      option({
        flag: '--report <format[=file]>',
        description: 'terminal, json or junit; repeatable; to standard output without a file',
        default: [{ format: 'terminal' }] as Destination[],
        defaultText: 'terminal',
        parse: toDestination,
        repeatable: true,
      }),
    )
    .action(async (baseUrl: string | undefined, options: Options) => {
      if (baseUrl !== undefined) checkUrl(baseUrl)
      const write = openDestinations(options.report)
      // What judges is loaded when it is needed: help and usage errors come at once.
      const judging = await import('../../verify.ts')
      const token =
        options.token ??
        (options.tokenCommand === undefined ? undefined : await runTokenCommand(options.tokenCommand))
      checkToken(token)
      checkToken(options.otherToken)
      const expectations = options.expect === undefined ? undefined : await readExpectations(options.expect)
      const target = baseUrl === undefined ? await fallback?.() : undefined
      const progress = showProgress(process.stderr)
      const interrupt = new AbortController()
      const stop = (): void => interrupt.abort(new Interrupted())
      process.once('SIGINT', stop).once('SIGTERM', stop)
      try {
        const report = await judging.verify(target?.baseUrl ?? baseUrl ?? '', {
          engines: options.engine,
          token: token ?? target?.token,
          otherToken: options.otherToken ?? target?.otherToken,
          expectations,
          headers: options.header,
          resolve: options.resolve,
          timeout: options.timeout,
          strict: options.strict === true,
          seed: options.seed,
          maxRequests: options.maxRequests,
          rate: options.rate,
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
    })
}
