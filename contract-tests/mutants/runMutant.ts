import type { Expectations } from '../../src/judge/expectations.ts'
import type { Report } from '../../src/judge/report.ts'
import type { User } from '../../src/mock/fixtures/fixtures.ts'
import { verify } from '../../src/verify.ts'
import type { InstrumentedServer } from './instrument.ts'
import type { Users } from './mutantServers.ts'
import { startMutant } from './startMutant.ts'

/** What the kit says about a server. `dead`: it does not start, or crashes, so there is nothing left to test. */
export type Result = {
  outcome: 'violations' | 'warnings' | 'incomplete' | 'noticed' | 'nothing' | 'dead'
  /** The checks that report something, worst first. */
  checks: readonly string[]
  report?: Report
  /** The numbers of the mutants whose code ran. */
  reached: readonly string[]
}

const DEAD: Result = { outcome: 'dead', checks: [], reached: [] }

const REPORTED = ['fail', 'warn', 'info'] as const

/** Runs the kit's own checks on a server with one mutant active, or none. */
export async function runMutant(
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

function classify({ verdict, findings, reasons }: Report): Pick<Result, 'outcome' | 'checks'> {
  const checks = REPORTED.flatMap((level) =>
    findings.filter((finding) => finding.verdict === level).map(({ check }) => check),
  )
  if (verdict === 'violations') return { outcome: 'violations', checks }
  if (findings.some((finding) => finding.verdict === 'warn')) return { outcome: 'warnings', checks }
  if (verdict === 'incomplete') return { outcome: 'incomplete', checks: reasons }
  return { outcome: checks.length > 0 ? 'noticed' : 'nothing', checks }
}

/** Each user sees all their own plants with their tags, and none that only the other one has. */
function expectPlants([first, second]: Users): Expectations {
  const expectFor = (user: User, other: User) => {
    const own = new Set(user.plants.map(({ name }) => name))
    const others = other.plants.map(({ name }) => name)
    return { sees: user.plants, mustNotSee: others.filter((name) => !own.has(name)) }
  }
  return { token: expectFor(first, second), otherToken: expectFor(second, first) }
}
