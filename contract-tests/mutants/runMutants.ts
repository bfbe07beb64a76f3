import type { MutantCount } from '../../src/prove/power.ts'
import type { Exception } from './exceptions/exception.ts'
import { findException } from './findException.ts'
import { type InstrumentedServer, instrument, type Mutant } from './instrument.ts'
import type { MutantServer, Users } from './mutantServers.ts'
import { type Result, runMutant } from './runMutant.ts'

/**
 * What a mutant shows about the kit. `killed`: the kit reports it, or it does not run. `survived`: the kit misses a fault.
 * `false kills`: the kit reports a server that is valid.
 */
type Fate = Exclude<MutantCount, 'mutants'>

/** A mutant and its result. */
export type JudgedMutant = { mutant: Mutant; fate: Fate } & Result

type Options = {
  /** Which mutants to run. Default: all. */
  choose?: (mutant: Mutant, index: number) => boolean
  onResult?: (judged: JudgedMutant, done: number, total: number) => void
}

/** Each has a process for its server, so two keep two cores busy. */
const AT_ONCE = 2

const KILLED: readonly Result['outcome'][] = ['violations', 'warnings', 'incomplete', 'dead']

/** Runs the kit's own checks on the mutants of a server. Throws an Error if they report the server itself. */
export async function runMutants(
  server: MutantServer,
  users: Users,
  { choose = () => true, onResult }: Options = {},
): Promise<JudgedMutant[]> {
  const instrumented = await instrument(server)
  const sound = await runMutant(instrumented, undefined, users)
  if (KILLED.includes(sound.outcome))
    throw new Error(`${server.id} is not valid as it is: ${sound.checks.join(', ')}`)
  const chosen = instrumented.mutants.filter(choose)
  const judged: JudgedMutant[] = []
  let done = 0
  const next = async (places: Iterator<[number, Mutant]>): Promise<void> => {
    for (let place = places.next(); !place.done; place = places.next()) {
      const [index, mutant] = place.value
      const result = await judgeMutant(instrumented, mutant, sound, users)
      judged[index] = result
      done += 1
      onResult?.(result, done, chosen.length)
    }
  }
  const places = chosen.entries()
  await Promise.all(Array.from({ length: AT_ONCE }, () => next(places)))
  return judged
}

/** How many mutants have each fate. */
export function countFates(judged: readonly JudgedMutant[]): Record<MutantCount, number> {
  const count = (name: Fate): number => judged.filter(({ fate }) => fate === name).length
  return {
    mutants: judged.length,
    killed: count('killed'),
    equivalent: count('equivalent'),
    'not checked': count('not checked'),
    survived: count('survived'),
    'false kills': count('false kills'),
  }
}

/** Whether a mutant shows a mistake of the kit, or of an exception. */
export function isWrong({ fate }: JudgedMutant): boolean {
  return fate === 'survived' || fate === 'false kills'
}

async function judgeMutant(
  instrumented: InstrumentedServer,
  mutant: Mutant,
  sound: Result,
  users: Users,
): Promise<JudgedMutant> {
  // Code that does not run changes nothing.
  const result = sound.reached.includes(mutant.number)
    ? withoutKnown(await runMutant(instrumented, mutant.number, users), sound)
    : ({ outcome: 'nothing', checks: [], reached: [] } as const)
  return { mutant, fate: decideFate(result.outcome, findException(mutant)), ...result }
}

/** Leaves out the remarks that the sound server gets too. */
function withoutKnown(result: Result, sound: Result): Result {
  if (result.outcome !== 'noticed') return result
  const checks = result.checks.filter((check) => describe(result, check) !== describe(sound, check))
  return { ...result, checks, outcome: checks.length > 0 ? 'noticed' : 'nothing' }
}

function describe({ report }: Result, id: string): string | undefined {
  const finding = report?.findings.find(({ check }) => check === id)
  return finding && JSON.stringify([finding.verdict, finding.violations])
}

/** What an outcome means for a mutant that has an exception, or none. */
export function decideFate(outcome: Result['outcome'], exception: Exception | undefined): Fate {
  if (KILLED.includes(outcome)) return exception?.equivalent === undefined ? 'killed' : 'false kills'
  if (!exception) return 'survived'
  return exception.equivalent === undefined ? 'not checked' : 'equivalent'
}
