import { relative, resolve, sep } from 'node:path'
import { childPointer } from '../contract/jsonPointer.ts'
import { InputError, list, mapOf, text, unknownName, wholeNumber } from '../contract/shape.ts'
import { listNames, messageOf, pluralize } from '../contract/words.ts'
import type { Report } from '../judge/report.ts'
import { exitCodeOfTargets, type TargetResult } from '../report/targets.ts'
import { findBaseline, openBaseline } from './baseline.ts'
import { type Finish, fileError, Interrupted, UsageError } from './errors.ts'
import { targetFlags } from './flags.ts'
import { watchInterruption } from './interruption.ts'
import { type Flag, type FlagsOf, readValue } from './options.ts'
import { createLine } from './progress.ts'
import { readData } from './readText.ts'
import { hasName, insertAnyName, isFileName, NAME_CHARACTERS, openReports } from './reports.ts'
import { checkPort } from './startedServer.ts'
import { openTable } from './targetsTable.ts'
import { checkServer, type RunFlags, readExpectations, reportUntested, testServer } from './testServer.ts'

/** One server, and how to reach it. */
type Target = {
  name: string
  baseUrl: string
  flags: Partial<FlagsOf<typeof targetFlags>>
  /** The variables that it names and that are not set, in words. */
  unset: readonly string[]
}

/**
 * `plant-store-kit verify --targets FILE`: tests several servers, each like a run of its own, and shows one table. Every usage error is
 * found before the first request.
 */
export async function verifyTargets(file: string, shared: RunFlags, finish: Finish): Promise<void> {
  const { targets, concurrency } = await readTargets(file)
  const runs = targets.map((target) => ({ target, flags: mergeFlags(shared, target) }))
  await checkTargets(file, runs)
  const own = shared.report.filter(hasName)
  const writers = new Map(
    targets.map(({ name }) => [name, openReports({ ...shared, report: own, name }, false)] as const),
  )
  const table = openTable(
    shared.report.filter((each) => !hasName(each)),
    shared,
  )
  const results: TargetResult[] = []
  const line = createLine(process.stderr)
  const show = (): void => line.show(`tested ${results.length} of ${targets.length}`)
  const interruption = watchInterruption({
    endProgress: line.end,
    verdictCode: () =>
      interruption.stop.aborted || results.length === targets.length ? exitCodeOfTargets(results) : undefined,
  })
  const { stop, onError } = interruption
  const add = async ({ name, baseUrl }: Target, report: Report, saveHar?: () => string): Promise<void> => {
    results.push({ name, baseUrl, report, files: listFiles(own, name, table.folder) })
    show()
    if (!(await writers.get(name)?.(report, saveHar))) finish(3)
  }
  const test = async ({ target, flags }: (typeof runs)[number]): Promise<void> => {
    const untested = async (reason: string): Promise<void> => {
      const { report, saveHar } = await reportUntested(
        target.baseUrl.replaceAll('{port}', '1'),
        flags,
        reason,
      )
      return add(target, report, saveHar)
    }
    if (stop.aborted) return untested(String(stop.reason))
    const are = target.unset.length === 1 ? 'is' : 'are'
    if (target.unset.length > 0) return untested(`${listNames(target.unset, 'and')} ${are} not set`)
    try {
      const isUpdated = await testServer(target.baseUrl, flags, {
        stop,
        onError,
        onResult: (report, saveHar) => add(target, report, saveHar),
      })
      if (!isUpdated) finish(3)
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof Interrupted)) onError(error)
      await untested(error instanceof Interrupted ? String(stop.reason) : messageOf(error))
    }
  }
  try {
    if (!line.rewrites) process.stderr.write(`testing ${pluralize(targets.length, 'target')} …\n`)
    // All of them take the next target from the same list.
    const waiting = runs.values()
    const work = async (): Promise<void> => {
      for (const run of waiting) await test(run)
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    line.end()
    if (stop.aborted && results.every(({ report }) => !report?.requests)) throw new Interrupted()
    const sorted = results.toSorted((one, other) => order.compare(one.name, other.name))
    finish(exitCodeOfTargets(sorted))
    if (!(await table.write(sorted))) finish(3)
  } finally {
    line.end()
    interruption.end()
  }
}

/** `server-2` comes before `server-10`. The same everywhere, whatever the language of the machine is. */
const order = new Intl.Collator('en', { numeric: true })

/** What a target says wins over the command line, and its token over any other way to get one. */
function mergeFlags(shared: RunFlags, { name, flags }: Target): RunFlags {
  const { token: _token, tokenCommand: _command, ...others } = shared
  const hasToken = flags.token !== undefined || flags.tokenCommand !== undefined
  const { startLog = shared.startLog } = flags
  return {
    ...(hasToken ? others : shared),
    ...flags,
    ...(startLog !== undefined && { startLog: insertAnyName(startLog, name) }),
    name,
  }
}

/** Finds what would fail only when the turn of a target comes, and files that two targets would write. */
async function checkTargets(
  file: string,
  runs: readonly { target: Target; flags: RunFlags }[],
): Promise<void> {
  const owners = new Map<string, string>()
  for (const { target, flags } of runs) {
    const { name, baseUrl } = target
    try {
      checkPort(flags.start, baseUrl)
      checkServer(baseUrl, flags)
      await readExpectations(flags)
      await openBaseline(baseUrl, flags)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      throw fileError(file, undefined, `target ${name}: ${error.message}`)
    }
    const written = [flags.startLog, flags.baselineUpdate ? findBaseline(baseUrl, flags) : undefined]
    for (const path of written.filter((each) => each !== undefined)) {
      const owner = owners.get(resolve(path))
      if (owner !== undefined)
        throw fileError(
          file,
          undefined,
          `${owner} and ${name} would both write ${path}; expected a file for each: put {name} into its path`,
        )
      owners.set(resolve(path), name)
    }
  }
}

/** The addresses of a target's own reports, for links from the page of all targets. */
function listFiles(own: RunFlags['report'], name: string, folder: string): Record<string, string> {
  return Object.fromEntries(
    own.map(({ format, file = '' }) => {
      const path = resolve(file.replaceAll('{name}', name))
      return [format, relative(folder, path).split(sep).map(encodeURIComponent).join('/')]
    }),
  )
}

/** A file of targets is often in a repository, so it has no tokens, only the names of their variables. */
const TOKENS: readonly string[] = ['token', 'otherToken'] satisfies (keyof typeof targetFlags)[]
const SUFFIX = 'Variable'
/** How many targets are tested at the same time, unless the file says it. */
const CONCURRENCY = 4

const flags: ReadonlyMap<string, Flag> = new Map(Object.entries<Flag>(targetFlags))
const variables: ReadonlyMap<string, string> = new Map(
  [...flags].filter(([, { secret }]) => secret).map(([key]) => [`${key}${SUFFIX}`, key]),
)
const keys = ['name', 'baseUrl', ...variables.keys(), ...flags.keys()].filter((key) => !TOKENS.includes(key))

/** Reads the file of `--targets`: a list, or a map with targets and concurrency. Throws a UsageError, with its line, for a mistake. */
export async function readTargets(file: string): Promise<{ targets: Target[]; concurrency: number }> {
  const source = await readData(file, { isSecret: true })
  return source.read((value, pointer) => {
    if (Array.isArray(value)) return { targets: readList(value, pointer), concurrency: CONCURRENCY }
    const members = mapOf((member, place, name): unknown => {
      if (name === 'targets') return readList(member, place)
      if (name === 'concurrency') return wholeNumber(1, 64)(member, place)
      throw new InputError(place, unknownName('name', name, ['targets', 'concurrency']))
    }, 'a list of targets, each with name and baseUrl')(value, pointer)
    const { targets = readList([], pointer), concurrency = CONCURRENCY } = Object.fromEntries(members)
    return { targets, concurrency } as { targets: Target[]; concurrency: number }
  })
}

function readList(value: unknown, pointer: string): Target[] {
  const targets = list(readTarget, 'a list of targets, each with name and baseUrl')(value, pointer)
  if (targets.length === 0) throw new InputError(pointer, 'expected at least one target, got none')
  // Some file systems take `Go` and `go` for the same file.
  const names = targets.map(({ name }) => name.normalize('NFC').toLowerCase())
  const index = names.findIndex((name, at) => names.indexOf(name) !== at)
  if (index < 0) return targets
  const place = childPointer(childPointer(pointer, index), 'name')
  throw new InputError(place, 'expected a name that no other target has')
}

function readTarget(value: unknown, pointer: string): Target {
  const members = mapOf(readMember, `a map with name, baseUrl and token${SUFFIX}`)(value, pointer)
  for (const key of ['name', 'baseUrl'])
    if (!members.has(key)) throw new InputError(pointer, `expected the member ${key}, got none`)
  const { name, baseUrl, ...others } = Object.fromEntries(members)
  const given = Object.entries(others).map(([key, each]) => [variables.get(key) ?? key, each] as const)
  const twice = given.find(([key], index) => given.findIndex(([other]) => other === key) !== index)
  if (twice) throw new InputError(pointer, `expected ${twice[0]} or ${twice[0]}${SUFFIX}, got both`)
  if ('token' in Object.fromEntries(given) && 'tokenCommand' in others)
    throw new InputError(pointer, `expected token${SUFFIX} or tokenCommand, got both`)
  const unset = Object.keys(others).filter((key) => others[key] === undefined)
  return {
    name: String(name),
    baseUrl: String(baseUrl),
    flags: Object.fromEntries(given.filter(([, each]) => each !== undefined)),
    unset: unset.map((key) => describeVariable(key, String(Object(value)[key]))),
  }
}

function readMember(value: unknown, pointer: string, key: string): unknown {
  if (key === 'name') {
    const name = String(value)
    if (['string', 'number'].includes(typeof value) && isFileName(name)) return name
    throw new InputError(
      pointer,
      `expected a name of ${NAME_CHARACTERS}, because it can be a part of file names`,
    )
  }
  if (key === 'baseUrl') return readBaseUrl(value, pointer)
  const flag = flags.get(key)
  if (flag && !TOKENS.includes(key)) return readValue(flag, value, pointer)
  const secret = variables.get(key)
  if (secret !== undefined) return readVariable(secret, value, pointer)
  if (!TOKENS.includes(key)) throw new InputError(pointer, unknownName('name', key, keys))
  throw new InputError(
    pointer,
    `expected no token in this file: name its environment variable in ${key}${SUFFIX}`,
  )
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

/** What a shell takes for a name. */
const VARIABLE = /^[A-Za-z_]\w*$/

/** The value of a flag from a variable, like that of the flag's own variable; undefined if it is not set. */
function readVariable(key: string, value: unknown, pointer: string): unknown {
  const flag = flags.get(key)
  if (!flag || typeof value !== 'string' || !VARIABLE.test(value))
    throw new InputError(
      pointer,
      'expected the name of an environment variable: letters, digits and underscores',
    )
  const content = process.env[value]
  // A secret, for example, is empty in the run of a pull request from a fork.
  if (!content) return undefined
  try {
    return readValue(flag, content, pointer)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    throw new InputError(pointer, `expected the name of a variable with a value for ${key}`)
  }
}

/** Other names than those in capitals may be a token by mistake, and are not quoted. */
function describeVariable(key: string, name: string): string {
  return /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(name) ? name : `the variable that ${key} names`
}
