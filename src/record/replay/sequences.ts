import type { Design } from '../../judge/design.ts'
import type { Evidence, Step } from '../../judge/evidence/evidence.ts'
import type { Conditions, Probe, Turns } from '../../judge/exchange.ts'
import type { PlanFacts, Stage } from '../../judge/stage.ts'
import type { Suite } from '../../judge/suite.ts'
import { separate } from '../groups.ts'

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
export function listSequences(suite: Suite, evidence: Evidence): Sequence[] {
  const tried = new Set<string>()
  let latest: Choice | undefined
  const choose = (title: string, select: (target: Probe, choice: Choice) => readonly Probe[]): Sequence => {
    const selectAll = (choice: Choice): readonly Probe[] => {
      const probes = choice.target ? select(choice.target, choice) : []
      // The first stage is always sent.
      return probes.length === 1 && choice.target === choice.all[0] ? [] : probes
    }
    const send = (choice: Choice): readonly Probe[] => {
      const probes = selectAll(choice)
      latest = choice
      tried.add(sign(probes))
      return probes
    }
    return {
      title,
      suite: selectProbes(suite, send, evidence),
      isNew: () => !latest || (latest.target !== undefined && !tried.has(sign(selectAll(latest)))),
    }
  }
  const steps = evidence.steps.filter(({ note }) => note !== 'redirect')
  return [
    steps.length > 1
      ? choose('the steps of the report', (_target, choice) => followSteps(steps, choice))
      : choose('the request alone', (target) => [isolateProbe(target)]),
    choose('the request in its place', (target, { place }) => placeProbe(target, place)),
    choose('the request and those around it', (target, { all }) => listCompanions(all, target)),
    sendWhole(suite),
  ]
}

export function sendWhole(suite: Suite): Sequence {
  return { title: 'the whole plan', suite, isNew: () => true }
}

/** What to choose from. */
type Choice = {
  /** The probe in question; undefined if this run has none such. */
  target: Probe | undefined
  /** Everything that the plan sends. */
  all: readonly Probe[]
  /** A probe by its id. */
  find: (id: string) => Probe | undefined
  place: Place
}

/** Creates a probe with these conditions, after those that put it into its place. */
type Place = (conditions: Conditions, id: string, turns: Turns | undefined) => ReturnType<Design['compose']>

/** A suite that sends the first stage, and then the chosen probes. */
function selectProbes(
  { design, ...suite }: Suite,
  select: (choice: Choice) => readonly Probe[],
  { probe, conditions, turns }: Evidence,
): Suite {
  return {
    ...suite,
    plan: (contract) => {
      const [first, ...others] = suite.plan(contract)
      if (!first) return []
      const probes = (facts: PlanFacts): readonly Probe[] => {
        const place: Place = (conditions, id, turns) =>
          design?.compose(contract, facts, conditions, { id, turns }) ?? []
        const all = [first, ...others].flatMap((stage) => stage.probes(facts))
        // Probes that isolate a cause are not in the plan.
        const [root] = /^isolate\/\d+/.exec(probe) ?? []
        const composed = root !== undefined && conditions ? place(conditions, root, turns) : []
        const find = (id: string) => [...all, ...composed].find((each) => each.id === id)
        return select({ target: find(probe), all, find, place })
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

/** The probes of the steps, on the same connections and as many at once. */
function followSteps(steps: readonly Step[], { find }: Choice): readonly Probe[] {
  return steps.flatMap(({ probe: id, connection, at }) => {
    const probe = find(id)
    if (!probe) return []
    const { parallel: _, ...rest } = probe
    return { ...rest, connection: `replay ${connection}`, ...(at !== undefined && { parallel: 'replay' }) }
  })
}

/** The probe after requests that put it into its place: its position on a connection, what comes before, and how many are sent at once. */
function placeProbe(probe: Probe, place: Place): readonly Probe[] {
  const { conditions = {}, turns } = probe
  if (!PLACES.some((dimension) => dimension in conditions)) return [isolateProbe(probe)]
  const composed = place(conditions, `${probe.id}/replay`, turns)
  const last = composed.at(-1)
  if (!last) return [isolateProbe(probe)]
  const { connection: _, parallel: __, ...rest } = probe
  const { connection, parallel } = last
  return [
    ...composed.slice(0, -1),
    { ...rest, ...(connection !== undefined && { connection }), ...(parallel !== undefined && { parallel }) },
  ]
}

/** On a connection of its own, while no other request is sent. */
function isolateProbe(probe: Probe): Probe {
  return { ...separate(probe), connection: 'replay' }
}

/** The probe with those sent at the same time, those before it on its connection, and the one right before it. */
function listCompanions(all: readonly Probe[], target: Probe): readonly Probe[] {
  const at = all.indexOf(target)
  if (at < 0) return [isolateProbe(target)]
  return all.filter(
    (probe, index) =>
      probe === target ||
      index === at - 1 ||
      (target.parallel !== undefined && probe.parallel === target.parallel) ||
      (target.connection !== undefined && probe.connection === target.connection && index < at),
  )
}
