import type { Design } from '../design.ts'
import type { Conditions, Probe } from '../exchange.ts'
import type { Evidence } from '../report.ts'
import type { PlanFacts, Stage } from '../stage.ts'
import type { Suite } from '../suite.ts'

/** A part of the plan that may show a finding again. */
export type Sequence = {
  /** What is sent: `the request alone`. */
  title: string
  suite: Suite
  /** Whether it sends something else than those before it. Known once the first one was sent. */
  isNew: () => boolean
}

/** What puts a request into its place among others. */
const PLACES = ['position', 'before', 'together']

/**
 * What to send to see a violation again, from the shortest sequence to the whole plan. Each one begins with the first request of
 * the plan, which shows whether the operation responds.
 */
export function listSequences(suite: Suite, wanted: Wanted): Sequence[] {
  const tried = new Set<string>()
  let latest: Choice | undefined
  const choose = (title: string, select: (target: Probe, choice: Choice) => readonly Probe[]): Sequence => {
    const selectNew = (choice: Choice): readonly Probe[] => {
      const selected = choice.target ? select(choice.target, choice) : []
      return selected.filter(({ id }) => choice.start.every((each) => each.id !== id))
    }
    const send = (choice: Choice): readonly Probe[] => {
      const probes = selectNew(choice)
      latest = choice
      tried.add(sign(probes))
      return probes
    }
    return {
      title,
      suite: selectProbes(suite, send, wanted),
      isNew: () => !latest || (latest.target !== undefined && !tried.has(sign(selectNew(latest)))),
    }
  }
  return [
    choose('the request alone', (target) => [separate(target)]),
    choose('the request in its place', (target, { place }) => placeProbe(target, place)),
    choose('the request and those around it', (target, { all }) => listCompanions(all, target)),
    sendWhole(suite),
  ]
}

export function sendWhole(suite: Suite): Sequence {
  return { title: 'the whole plan', suite, isNew: () => true }
}

/** The request that showed the violation. */
type Wanted = Pick<Evidence, 'probe' | 'conditions'>

/** What to choose from. */
type Choice = {
  /** The probe in question; undefined if this run has none such. */
  target: Probe | undefined
  /** The first stage, and everything that the plan sends. */
  start: readonly Probe[]
  all: readonly Probe[]
  place: Place
}

/** Creates a probe with these conditions, after those that put it into its place. */
type Place = (conditions: Conditions, id: string) => ReturnType<Design['compose']>

/** A suite that sends the first stage, and then the chosen probes. */
function selectProbes(
  { design, ...suite }: Suite,
  select: (choice: Choice) => readonly Probe[],
  wanted: Wanted,
): Suite {
  return {
    ...suite,
    plan: (contract) => {
      const [first, ...others] = suite.plan(contract)
      if (!first) return []
      const probes = (facts: PlanFacts): readonly Probe[] => {
        const place: Place = (conditions, id) => design?.compose(contract, facts, conditions, id) ?? []
        const start = first.probes(facts)
        const all = [...start, ...others.flatMap((stage) => stage.probes(facts))]
        const target = all.find(({ id }) => id === wanted.probe) ?? findComposed(wanted, place)
        return select({ target, start, all, place })
      }
      const stage: Stage = { id: 'replay', probes, always: true }
      return [first, stage]
    },
  }
}

/** What a sequence sends, as a text to compare. */
function sign(probes: readonly Probe[]): string {
  return JSON.stringify(probes.map(({ id, connection, parallel }) => [id, connection ?? '', parallel ?? '']))
}

/** A probe that is not in the plan, because it was sent to isolate a cause. */
function findComposed({ probe, conditions }: Wanted, place: Place): Probe | undefined {
  return conditions && place(conditions, probe).at(-1)
}

/** The probe after requests that put it into its place: its position on a connection, what comes before, and how many are sent at once. */
function placeProbe(probe: Probe, place: Place): readonly Probe[] {
  const { conditions = {} } = probe
  if (!PLACES.some((dimension) => dimension in conditions)) return [separate(probe)]
  const composed = place(conditions, `${probe.id}/replay`)
  const last = composed.at(-1)
  if (!last) return [separate(probe)]
  const { connection: _, parallel: __, ...rest } = probe
  const { connection, parallel } = last
  return [
    ...composed.slice(0, -1),
    { ...rest, ...(connection !== undefined && { connection }), ...(parallel !== undefined && { parallel }) },
  ]
}

/** On a connection of its own, while no other request is sent. */
function separate({ parallel: _, ...probe }: Probe): Probe {
  return { ...probe, connection: 'replay' }
}

/** The probe with those sent at the same time, those before it on its connection, and the one right before it. */
function listCompanions(all: readonly Probe[], target: Probe): readonly Probe[] {
  const at = all.indexOf(target)
  if (at < 0) return [separate(target)]
  return all.filter(
    (probe, index) =>
      probe === target ||
      index === at - 1 ||
      (target.parallel !== undefined && probe.parallel === target.parallel) ||
      (target.connection !== undefined && probe.connection === target.connection && index < at),
  )
}
