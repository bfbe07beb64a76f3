import { dirname, relative, resolve, sep } from 'node:path'
import { childPointer } from '../contract/jsonPointer.ts'
import {
  InputError,
  list,
  object,
  optional,
  type Shape,
  text,
  wholeNumber,
  withDefault,
} from '../contract/shape.ts'
import { listNames, messageOf } from '../contract/words.ts'
import type { Report } from '../judge/report.ts'
import { type DocumentFormat, documentFormats } from '../report/reporters.ts'
import { sortTargets, type TargetResult, viewTargets } from '../report/targets.ts'
import { openBaseline } from './baseline.ts'
import { type Finish, fileError, Interrupted, UsageError } from './errors.ts'
import { readExpectations } from './expectations.ts'
import { targetFlags } from './flags.ts'
import { watchInterruption } from './interruption.ts'
import { type Flag, type FlagsOf, readValue } from './options.ts'
import { openOutputs, say, type Text } from './output.ts'
import { readData } from './readText.ts'
import { countForStep, hasName, insertName, openReports } from './reports.ts'
import { checkPort } from './startedServer.ts'
import { checkServer, type RunFlags, run, testServer } from './testServer.ts'
import type { Destination } from './values.ts'

/** A server to test, and how to reach it. */
type Target = {
  name: string
  baseUrl: string
  flags: Partial<FlagsOf<typeof targetFlags>>
  /** The environment variables that the target refers to but that are not set. */
  unset: readonly string[]
}

/**
 * `plant-store-kit verify --targets FILE`: tests several servers, each as a separate run, and shows the results in one table.
 * Reports usage errors before the first request.
 */
export async function verifyTargets(file: string, shared: RunFlags, finish: Finish): Promise<void> {
  const { targets, concurrency } = await readTargets(file)
  checkPaths(shared)
  const own = shared.report.filter((each) => hasName(each.file))
  const tables = shared.report.filter((each) => !hasName(each.file))
  const runs = targets.map((target) => ({
    ...target,
    flags: mergeFlags(shared, target),
    files: findPage(own, tables, target.name),
    writeReports: openReports(target.name, { ...shared, report: own }, false),
  }))
  for (const each of runs) await checkTarget(file, each)
  const writeTables = openTables(tables)
  const results: TargetResult[] = []
  const interruption = watchInterruption({
    verdictCode: () => (isOver() ? findExitCode(results) : undefined),
  })
  const { stop, onError } = interruption
  const isOver = (): boolean => stop.aborted || results.length === targets.length
  const test = async ({ name, baseUrl, flags, unset, files, writeReports }: (typeof runs)[number]) => {
    const onResult = async (report: Report, saveHar: () => Text): Promise<void> => {
      results.push({ report, files })
      say(`tested ${name}, ${results.length} of ${targets.length}: ${report.verdict}`)
      if (!(await writeReports(report, saveHar))) finish(3)
    }
    try {
      if (stop.aborted) throw new Interrupted()
      if (unset.length > 0)
        throw new UsageError(
          `the targets file needs ${listNames(unset, 'and')}, which the environment does not have`,
        )
      if (!(await testServer(baseUrl, flags, { stop, onError, onResult }))) finish(3)
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof Interrupted)) onError(error)
      const reason = error instanceof Interrupted ? String(stop.reason) : messageOf(error)
      const options = { ...flags, baseline: undefined }
      const control = { stop: AbortSignal.abort(reason) }
      const { report, saveHar } = await run(baseUrl.replaceAll('{port}', '1'), options, control)
      await onResult(report, saveHar)
    }
  }
  // All workers take their next target from the same list.
  const waiting = runs.values()
  const work = async (): Promise<void> => {
    for (const each of waiting) await test(each)
  }
  await Promise.all(Array.from({ length: concurrency }, work)).finally(interruption.end)
  finish(findExitCode(results))
  const inOrder = targets.flatMap(({ name }) => results.filter(({ report }) => report.target.name === name))
  const document = viewTargets(inOrder)
  const isWritten = await writeTables(
    (format, options) => documentFormats[format](document, { verbose: shared.verbose, ...options }),
    {
      verdict: sortTargets(results)[0]?.report.verdict ?? 'incomplete',
      'exit-code': findExitCode(results),
      ...countForStep(results.map(({ report }) => report)),
    },
  )
  if (!isWritten) finish(3)
}

/** The exit code of the worst target. */
function findExitCode(results: readonly TargetResult[]): Report['exitCode'] {
  return sortTargets(results)[0]?.report.exitCode ?? 3
}

/** A target's settings win over the command line, and its token wins over any other source of tokens. */
function mergeFlags(shared: RunFlags, { name, flags }: Target): RunFlags {
  const { token: _token, tokenCommand: _command, ...others } = shared
  const hasToken = flags.token !== undefined || flags.tokenCommand !== undefined
  return { ...(hasToken ? others : shared), ...flags, name }
}

/** Throws a UsageError if all targets would write to the same file. */
function checkPaths({ startLog, baseline, baselineUpdate }: RunFlags): void {
  const written = { '--start-log': startLog, '--baseline': baselineUpdate ? baseline : undefined }
  for (const [flag, path] of Object.entries(written))
    if (path !== undefined && !hasName(path))
      throw new UsageError(
        `expected {name} in the path of ${flag}, because each target writes a file, got ${path}`,
      )
}

/** Throws a UsageError now for mistakes that would otherwise appear only when the target is tested. */
async function checkTarget(
  file: string,
  { name, baseUrl, flags }: { name: string; baseUrl: string; flags: RunFlags },
) {
  try {
    checkPort(flags.start, baseUrl)
    checkServer(baseUrl, flags)
    await readExpectations(flags)
    await openBaseline(baseUrl, flags)
  } catch (error) {
    throw error instanceof UsageError ? fileError(file, undefined, `target ${name}: ${error.message}`) : error
  }
}

/** The address of a target's page, which the overview page links to. */
function findPage(
  own: readonly Destination[],
  tables: readonly Destination[],
  name: string,
): { html?: string } {
  const [page, index] = [own, tables].map((each) => each.find(({ format }) => format === 'html')?.file)
  if (page === undefined || index === undefined) return {}
  const path = relative(dirname(resolve(index)), resolve(insertName(page, name)))
  return { html: path.split(sep).map(encodeURIComponent).join('/') }
}

/** Opens the reports that show all targets in one table. Throws a UsageError for formats that cannot show such a table. */
function openTables(destinations: readonly Destination[]) {
  const formats = Object.keys(documentFormats) as DocumentFormat[]
  const isTable = (each: Destination): each is Destination<DocumentFormat> =>
    formats.some((format) => format === each.format)
  const wrong = destinations.find((each) => !isTable(each))
  if (wrong)
    throw new UsageError(
      `--report ${wrong.format}: expected a file name with {name}, because each target has a ${wrong.format} report of its own; only ${listNames(formats, 'and')} can show all targets`,
    )
  return openOutputs(destinations.filter(isTable), true)
}

/** How many targets are tested at the same time, unless the file sets another number. */
const CONCURRENCY = 4

/** Reads the `--targets` file: a list, or a map with `targets` and `concurrency`. Throws a UsageError with the line of the mistake. */
export async function readTargets(file: string): Promise<{ targets: Target[]; concurrency: number }> {
  const source = await readData(file, { isSecret: true })
  const map = object({ targets: readList, concurrency: withDefault(wholeNumber(1, 64), CONCURRENCY) })
  return source.read((value, pointer) =>
    Array.isArray(value)
      ? { targets: readList(value, pointer), concurrency: CONCURRENCY }
      : map(value, pointer),
  )
}

function readList(value: unknown, pointer: string): Target[] {
  const targets = list(readTarget, 'a list of targets, each with name and baseUrl')(value, pointer)
  if (targets.length === 0) throw new InputError(pointer, 'expected at least one target, got none')
  // Names become parts of file names, and some file systems treat `Go` and `go` as the same name.
  const names = targets.map(({ name }) => insertName('{name}', name.normalize('NFC')).toLowerCase())
  const index = names.findIndex((name, at) => names.indexOf(name) !== at)
  if (index < 0) return targets
  const place = childPointer(childPointer(pointer, index), 'name')
  throw new InputError(place, 'expected a name that also differs from all others when used in a file name')
}

const flags = Object.entries<Flag>(targetFlags).map(([key, flag]) => {
  const shape: Shape<unknown> = (value, pointer) => readFlag(key, flag, value, pointer)
  return [key, optional(shape)] as const
})
const target = object(
  { name: text('a name'), baseUrl: readBaseUrl, ...Object.fromEntries(flags) },
  'a map with name, baseUrl and token',
)

function readTarget(value: unknown, pointer: string): Target {
  const { name, baseUrl, ...given } = target(value, pointer)
  const unset = Object.entries(given).filter(([, each]) => each === undefined)
  return {
    name,
    baseUrl,
    flags: given,
    unset: unset.map(([key]) => String(Object(value)[key])),
  }
}

function readBaseUrl(value: unknown, pointer: string): string {
  const baseUrl = text('the base URL of a server')(value, pointer)
  try {
    checkServer(baseUrl, {})
  } catch (error) {
    throw new InputError(pointer, messageOf(error), 'expected a base URL such as http://127.0.0.1:4010')
  }
  return baseUrl
}

/** Parses a flag's value. `$NAME` stands for the value of an environment variable; undefined if that is not set. */
function readFlag(key: string, flag: Flag, value: unknown, pointer: string): unknown {
  const [, name] = /^\$([A-Za-z_]\w*)$/.exec(String(value)) ?? []
  if (name === undefined && (key === 'token' || key === 'otherToken')) {
    const problem = `expected a variable such as $EXPRESS_TOKEN, because targets files are often committed`
    throw new InputError(pointer, problem)
  }
  if (name === undefined) return readValue(flag, value, pointer)
  // For example, secrets are empty in pull requests from forks.
  const content = process.env[name]
  return content ? readValue(flag, content, pointer) : undefined
}
