import { Readable } from 'node:stream'
import type { Shape } from '../contract/shape.ts'
import { InputError, list, object, optional, text, wholeNumber } from '../contract/shape.ts'
import { listNames, messageOf } from '../contract/words.ts'
import type { Report } from '../judge/report.ts'
import { anyValue } from '../mock/readOptions.ts'
import { type DocumentFormat, documentFormats } from '../report/document.ts'
import { documentWriters } from '../report/reporters.ts'
import { sortTargets, viewTargets } from '../report/targets.ts'
import { checkServer } from '../verifyArguments.ts'
import { type ExitCode, type Finish, Interrupted, UsageError, watchInterruption } from './errors.ts'
import { targetFlags } from './flags.ts'
import { type Flag, type FlagsOf, readValue } from './options.ts'
import { openOutputs, say, type Text } from './output.ts'
import { readData } from './readText.ts'
import { countForStep, insertName, openReports } from './reports.ts'
import { type RunFlags, run, testServer } from './testServer.ts'
import type { Destination } from './values.ts'

type TargetFlags = Partial<FlagsOf<typeof targetFlags>>

/**
 * `plant-store-kit verify --targets FILE`: tests several servers, each in a separate run, and shows one table. If the kit cannot test a
 * target, the reports on this target say why.
 */
export async function verifyTargets(file: string, shared: RunFlags, finish: Finish): Promise<void> {
  const { targets, concurrency } = await readTargets(file)
  checkPaths(shared)
  const { own = [], tables = [] } = Object.groupBy(shared.report, ({ file }) =>
    file?.includes('{name}') ? 'own' : 'tables',
  )
  const writeTables = openTables(tables, finish)
  const runs = targets.map((target) => ({
    ...target,
    writeReports: openReports(target.name, { ...shared, report: own }, false, finish),
  }))
  const reports = new Map<string, Report>()
  let isUsageError = false
  const findExitCode = (): ExitCode => {
    const code = sortTargets([...reports.values()])[0]?.exitCode ?? 3
    return isUsageError && code !== 1 ? 2 : code
  }
  const { stop, onError } = watchInterruption({
    verdictCode: () => (stop.aborted || reports.size === targets.length ? findExitCode() : undefined),
  })
  const test = async ({ name, baseUrl, readFlags, writeReports }: (typeof runs)[number]): Promise<void> => {
    const onResult = async (report: Report, saveHar: () => Text): Promise<void> => {
      reports.set(name, report)
      say(`tested ${name}, ${reports.size} of ${targets.length}: ${report.verdict}`)
      await writeReports(report, saveHar)
    }
    try {
      if (stop.aborted) throw new Interrupted()
      const flags = { ...mergeFlags(shared, readFlags()), name }
      await testServer(baseUrl, flags, { stop, onError, onResult, finish })
    } catch (error) {
      if (error instanceof UsageError) isUsageError = true
      else if (!(error instanceof Interrupted)) onError(error)
      const reason = error instanceof Interrupted ? String(stop.reason) : messageOf(error)
      const { engine, contract } = shared
      const control = { stop: AbortSignal.abort(reason) }
      const untested = await run(baseUrl.replaceAll('{port}', '1'), { name, engine, contract }, control)
      await onResult(untested.report, untested.saveHar)
    }
  }
  await Readable.from(runs).forEach(test, { concurrency })
  const exitCode = findExitCode()
  finish(exitCode)
  const inOrder = targets.flatMap(({ name }) => reports.get(name) ?? [])
  const verdict = sortTargets(inOrder)[0]?.verdict ?? 'incomplete'
  const document = viewTargets(inOrder, exitCode)
  await writeTables(
    (format, options) => documentWriters[format](document, { verbose: shared.verbose, ...options }),
    { verdict, 'exit-code': exitCode, ...countForStep(inOrder) },
  )
}

/** Merges flags: a target's own flags override the command line, and a target's token overrides all other sources of tokens. */
function mergeFlags(shared: RunFlags, own: TargetFlags): RunFlags {
  const { token: _token, tokenCommand: _command, ...others } = shared
  const hasToken = own.token !== undefined || own.tokenCommand !== undefined
  return { ...(hasToken ? others : shared), ...own }
}

/** Throws a UsageError if all targets would write to the same file. */
function checkPaths({ startLog, baseline, baselineUpdate }: RunFlags): void {
  const written = { '--start-log': startLog, '--baseline': baselineUpdate ? baseline : undefined }
  for (const [flag, path] of Object.entries(written))
    if (path !== undefined && !path.includes('{name}'))
      throw new UsageError(`expected {name} in the path of ${flag} (a file for each target), got ${path}`)
}

/** Opens the reports that show all targets in one table. Throws a UsageError if a format cannot show all targets. */
function openTables(destinations: readonly Destination[], finish: Finish) {
  const wrong = destinations.find(({ format }) => !Object.hasOwn(documentWriters, format))
  if (wrong)
    throw new UsageError(
      `--report ${wrong.format}: expected a file name with {name}, because each target has its own ${wrong.format} report; only ${listNames(documentFormats, 'and')} can show all targets`,
    )
  return openOutputs(destinations as Destination<DocumentFormat>[], true, finish)
}

/** A server to test. `readFlags` throws a UsageError for a mistake in the target's flags, such as a variable that is not set. */
type Target = { name: string; baseUrl: string; readFlags: () => TargetFlags }

/** The number of targets that the kit tests at the same time if the file does not set `concurrency`. */
const CONCURRENCY = 4

/** Reads the `--targets` file. If the file contains a mistake, throws a UsageError with the line. */
export async function readTargets(file: string): Promise<{ targets: Target[]; concurrency: number }> {
  const source = await readData(file, { isSecret: true })
  const readTarget: Shape<Target> = (value, pointer) => {
    const { name, baseUrl, ...flags } = readMembers(value, pointer)
    return { name, baseUrl, readFlags: () => source.read(() => flagsShape(flags, pointer)) }
  }
  const all = list(readTarget, 'a list of targets, each with name and baseUrl')
  const targets: Shape<Target[]> = (value, pointer) => checkNames(all(value, pointer), pointer)
  return source.read(object({ targets, concurrency: optional(wholeNumber(1, 64), CONCURRENCY) }))
}

function checkNames(targets: Target[], pointer: string): Target[] {
  if (targets.length === 0) throw new InputError(pointer, 'expected at least one target, got none')
  // Compare names without case, because they become parts of file names, and some file systems treat `Go` and `go` as the same name.
  const names = targets.map(({ name }) => insertName('{name}', name.normalize('NFC')).toLowerCase())
  const index = names.findIndex((name, at) => names.indexOf(name) !== at)
  if (index < 0) return targets
  const problem = 'expected a unique name (ignoring case), because file names contain the name'
  throw new InputError(`${pointer}/${index}/name`, problem)
}

const baseUrl: Shape<string> = (value, pointer) => {
  const address = text('the base URL of a server')(value, pointer)
  try {
    checkServer(address, {})
  } catch (error) {
    throw new InputError(pointer, messageOf(error), 'expected a base URL such as http://127.0.0.1:4010')
  }
  return address
}

const unread = Object.fromEntries(Object.keys(targetFlags).map((key) => [key, anyValue<unknown>]))
const readMembers = object({ name: text('a name'), baseUrl, ...unread }, 'a map with name, baseUrl and token')

const flagShapes = Object.entries<Flag>(targetFlags).map(
  ([key, flag]) => [key, optional((value, pointer) => readFlag(key, flag, value, pointer))] as const,
)
const flagsShape = object(Object.fromEntries(flagShapes))

/** Parses a flag's value. Replaces `$NAME` with the value of the environment variable NAME. */
function readFlag(key: string, flag: Flag, value: unknown, pointer: string): unknown {
  const [, name] = /^\$([A-Za-z_]\w*)$/.exec(String(value)) ?? []
  if (name === undefined && (key === 'token' || key === 'otherToken')) {
    const problem = `expected a variable such as $EXPRESS_TOKEN, because targets files are often committed`
    throw new InputError(pointer, problem)
  }
  if (name === undefined) return readValue(flag, value, pointer)
  const content = process.env[name]
  // Treat an empty variable as not set, because in pull requests from forks, the variables of secrets are empty.
  if (!content) throw new InputError(pointer, `$${name} is not set`)
  return readValue(flag, content, pointer)
}
