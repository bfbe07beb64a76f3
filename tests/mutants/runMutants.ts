import { listSerious } from '../../bench/proof.ts'
import type { Report } from '../../src/judge/report.ts'
import type { Expectations } from '../../src/judge/verifyOptions.ts'
import type { User } from '../../src/mock/fixtures/fixtures.ts'
import { verify } from '../../src/verify.ts'
import { countExceptions, type InstrumentedServer, type Mutant } from './instrument.ts'
import type { Users } from './mutantServers.ts'
import { startMutant } from './startMutant.ts'

/** The kit's verdict on a server. `dead`: the server does not start, or crashes, so the kit cannot test it. */
export type Result = {
  outcome: 'violations' | 'warnings' | 'incomplete' | 'nothing' | 'dead'
  /** The checks that report a violation or a warning, or the reasons why the run is incomplete. */
  checks: readonly string[]
  report?: Report
  /** The numbers of the mutants whose code ran. */
  reached: readonly string[]
}

/** A mutant and its result. A mutant is killed if the kit reports it, the run is incomplete, or the server does not run. */
export type JudgedMutant = { mutant: Mutant; killed: boolean } & Result

type Options = {
  /** Selects the mutants to run. Default: all mutants. */
  choose?: (mutant: Mutant, index: number) => boolean
  onResult?: (judged: JudgedMutant, done: number, total: number) => void
}

/** The number of concurrent runs. Each run has a separate process for its server, so two runs keep two cores busy. */
const AT_ONCE = 2

const DEAD: Result = { outcome: 'dead', checks: [], reached: [] }

const KILLED: readonly Result['outcome'][] = ['violations', 'warnings', 'incomplete', 'dead']

/** Runs the kit's own checks on the mutants of a server. Throws an Error if the kit reports the unchanged server. */
export async function runMutants(
  instrumented: InstrumentedServer,
  users: Users,
  { choose = () => true, onResult }: Options = {},
): Promise<JudgedMutant[]> {
  const sound = await runMutant(instrumented, undefined, users)
  if (KILLED.includes(sound.outcome))
    throw new Error(`${instrumented.server.id} is not valid without a mutant: ${sound.checks.join(', ')}`)
  const chosen = instrumented.mutants.filter(choose)
  const judged: JudgedMutant[] = []
  let done = 0
  const places = chosen.entries()
  const work = async (): Promise<void> => {
    for (const [index, mutant] of places) {
      // If a mutant's code does not run, the mutant has no effect.
      const result = sound.reached.includes(mutant.number)
        ? await runMutant(instrumented, mutant.number, users)
        : ({ outcome: 'nothing', checks: [], reached: [] } as const)
      const each = { mutant, killed: KILLED.includes(result.outcome), ...result }
      judged[index] = each
      done += 1
      onResult?.(each, done, chosen.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return judged
}

const COUNTS = ['mutants', 'killed', 'equivalent', 'not checked', 'survived', 'false kills'] as const

/** The number of a server's mutants, in total (`mutants`) and with each result. */
export type Fates = Record<(typeof COUNTS)[number], number>

/** Counts the mutants with each result. The comments above a statement contain the number of its mutants that may survive. */
export function countFates(judged: readonly JudgedMutant[]): Fates {
  const counts = groupByStatement(judged).map(countStatement)
  const sums = COUNTS.map((name) => [name, counts.reduce((total, each) => total + each[name], 0)])
  return Object.fromEntries(sums)
}

/** Lists the surviving mutants of each statement if their number differs from the number in the comments. */
export function listMistakes(judged: readonly JudgedMutant[]): [statement: string, JudgedMutant[]][] {
  return groupByStatement(judged).flatMap((mutants): [string, JudgedMutant[]][] => {
    const { equivalent, survived, 'false kills': falseKills } = countStatement(mutants)
    if (survived + falseKills === 0) return []
    const exception = mutants[0]?.mutant.exception
    const place = exception ? `${exception.file}:${exception.from}` : 'statements without a comment'
    const should = equivalent + falseKills
    const survivors = mutants.filter(({ killed }) => !killed)
    return [[`${place}: ${survivors.length} survive, ${should} should`, survivors]]
  })
}

function groupByStatement(judged: readonly JudgedMutant[]): JudgedMutant[][] {
  return [...Map.groupBy(judged, ({ mutant }) => mutant.exception).values()]
}

/** Counts the mutants of one statement. `survived`: the kit misses a fault. `false kills`: the kit reports a valid server. */
function countStatement(mutants: readonly JudgedMutant[]): Fates {
  const exception = mutants[0]?.mutant.exception
  const survivors = mutants.filter(({ killed }) => !killed).length
  const expected = exception ? countExceptions(exception, 'equivalent') : 0
  const unchecked = exception ? countExceptions(exception, 'not checked') : 0
  const equivalent = Math.min(survivors, expected)
  const notChecked = Math.min(survivors - equivalent, unchecked)
  const falseKills = expected - equivalent
  return {
    mutants: mutants.length,
    killed: mutants.length - survivors - falseKills,
    equivalent,
    'not checked': notChecked,
    survived: survivors - equivalent - notChecked,
    'false kills': falseKills,
  }
}

/** Runs the kit's own checks on a server with one active mutant, or without a mutant. */
async function runMutant(
  instrumented: InstrumentedServer,
  mutant: string | undefined,
  users: Users,
): Promise<Result> {
  const running = await startMutant(instrumented, mutant, users)
  if (!running) return DEAD
  const { baseUrl, token, otherToken, crashed } = running
  try {
    const report = await verify(baseUrl, {
      engines: ['probes'],
      token,
      otherToken,
      expectations: expectPlants(users),
      timeout: 1_500,
      maxTime: 30,
      signal: crashed,
    })
    const reached = mutant === undefined ? await running.listReached() : []
    return { ...classify(report), report, reached }
  } catch (error) {
    if (crashed.aborted && mutant !== undefined) return DEAD
    throw error
  } finally {
    running.stop()
  }
}

function classify(report: Report): Pick<Result, 'outcome' | 'checks'> {
  const { verdict, findings, reasons } = report
  const checks = listSerious(report)
  if (verdict === 'violations') return { outcome: 'violations', checks }
  if (findings.some((finding) => finding.verdict === 'warn')) return { outcome: 'warnings', checks }
  if (verdict === 'incomplete') return { outcome: 'incomplete', checks: reasons }
  return { outcome: 'nothing', checks }
}

/** Expects that each user sees all their own plants with the right tags, and no plants that only the other user has. */
function expectPlants([first, second]: Users): Expectations {
  const expectFor = (user: User, other: User) => {
    const own = new Set(user.plants.map(({ name }) => name))
    const others = other.plants.map(({ name }) => name)
    return { sees: user.plants, mustNotSee: others.filter((name) => !own.has(name)) }
  }
  return { token: expectFor(first, second), otherToken: expectFor(second, first) }
}
