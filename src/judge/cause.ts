import { pluralize } from '../contract/words.ts'
import type { Analyse } from './body/analyseResponse.ts'
import { type Exchange, isAnswered } from './exchange.ts'
import { isMoment, type ListParts } from './parts.ts'
import type { ReportedCause } from './report.ts'

/** The conditions under which a check is violated, as the report states them. */
export type Cause = {
  data: ReportedCause
  /** The cause as a phrase for reports: `only with Accept-Encoding: gzip`. */
  when: string
  /** The parts of the exchanges that the cause names. */
  traits: readonly Trait[]
}

/** The values that a part has in all exchanges with a violation. */
export type Trait = { part: string; values: readonly string[]; words: string }

/** The exchanges that a check judged. */
type Judged = { violating: readonly Exchange[]; passing: readonly Exchange[] }

/** The maximum number of conditions, values or differences to name. The rest are only counted. */
const MAX_SHOWN = 3

/**
 * Finds traits that all violating exchanges share. A few passing exchanges may have the same traits, because something else may hide the
 * violation there. A trait is the cause only if it is confirmed: a request fails with it, and the same request passes without it.
 */
export function findCause(judged: Judged, listParts: ListParts, analyse: Analyse): Cause {
  const { violating, passing } = judged
  if (passing.length === 0) return { data: { kind: 'always' }, when: 'always', traits: [] }
  const candidates = listCandidates(judged, listParts)
  const confirmed = candidates.filter(({ isConfirmed }) => isConfirmed)
  const requests = confirmed.filter(({ part }) => !isMoment(part))
  const moments = confirmed.filter(({ part }) => isMoment(part)).slice(0, 1)
  const choices = [requests, moments, [...requests, ...moments]]
    .filter((traits) => traits.length > 0)
    .map((traits) => ({ traits, hidden: countWith(traits, passing, listParts) }))
  const exact = choices.find(({ hidden }) => hidden === 0)
  const close = choices.find(({ hidden }) => hidden * 2 <= Math.min(violating.length, passing.length))
  // If only a few exchanges fail, they may have one of several values by coincidence.
  const seen = candidates
    .filter(({ part, hidden }) => !isMoment(part) && hidden === 0)
    .filter(({ values }) => values.length === 1 || values.length * 2 < violating.length)
  return (
    findRange(judged, 'limit', analyse) ??
    (exact && nameConfirmed(exact.traits)) ??
    findRange(judged, 'position', analyse) ??
    findRange(judged, 'plants', analyse) ??
    (close && nameConfirmed(close.traits, ', but not always')) ??
    (seen.length > 0 ? nameSeen(seen) : count(judged))
  )
}

/** Whether an exchange has a trait. */
function hasTrait(exchange: Exchange, { part, values }: Trait, listParts: ListParts): boolean {
  const descriptions = listParts(exchange).get(part) ?? []
  return descriptions.some(({ value }) => values.includes(value))
}

function countWith(traits: readonly Trait[], exchanges: readonly Exchange[], listParts: ListParts): number {
  return exchanges.filter((exchange) => traits.every((trait) => hasTrait(exchange, trait, listParts))).length
}

/**
 * Lists one trait for each part that all violating exchanges have: the description that fits the fewest passing exchanges. `hidden` is the
 * number of these exchanges; `isConfirmed` says whether a request confirmed that the part matters. Sorts moments by `hidden`.
 */
function listCandidates({ violating, passing }: Judged, listParts: ListParts) {
  const all = violating.map(listParts)
  const pairs = listClosePairs(violating, passing, listParts)
  const shared = [...(all[0]?.keys() ?? [])].filter((name) => all.every((parts) => parts.has(name)))
  const candidates = shared.flatMap((part) => {
    const depth = Math.min(...all.map((parts) => parts.get(part)?.length ?? 0))
    const traits = Array.from({ length: depth }, (_, level) => {
      const found = all.flatMap((parts) => parts.get(part)?.[level] ?? [])
      const values = [...new Set(found.map(({ value }) => value))]
      const words = listAll([...new Set(found.map((each) => each.words))], 'or', 'other value')
      const trait = { part, values, words }
      const isConfirmed = pairs.some(
        ({ differs, passes }) =>
          (differs === part || (differs === undefined && isMoment(part))) &&
          !hasTrait(passes, trait, listParts),
      )
      return { ...trait, hidden: countWith([trait], passing, listParts), isConfirmed }
    }).filter(({ values }) => values.length <= MAX_SHOWN)
    const [best] = traits.toSorted((one, other) => one.hidden - other.hidden)
    const exact = traits.at(-1)
    if (best === undefined || exact === undefined) return []
    // Without a confirmation, say no more than what was sent: "with a limit of 7" instead of "with a limit".
    return best.isConfirmed || exact.hidden > best.hidden || exact.values.length > 1 ? best : exact
  })
  return candidates.toSorted((one, other) =>
    isMoment(one.part) && isMoment(other.part) ? one.hidden - other.hidden : 0,
  )
}

/** Lists the passing exchanges whose request differs from a failing request in at most one part. */
function listClosePairs(
  violating: readonly Exchange[],
  passing: readonly Exchange[],
  listParts: ListParts,
): { differs: string | undefined; passes: Exchange }[] {
  const failing = [...new Map(violating.map((exchange) => [exchange.probe.id, exchange])).values()]
  return passing.flatMap((passes) =>
    failing.flatMap((fails) => {
      const parts = listDifferences(fails, passes, listParts)
      return parts.length < 2 ? [{ differs: parts[0], passes }] : []
    }),
  )
}

/** Lists the names of the parts in which two requests differ. */
function listDifferences(one: Exchange, other: Exchange, listParts: ListParts): string[] {
  const [own, others] = [listParts(one), listParts(other)]
  const names = new Set([...own.keys(), ...others.keys()])
  return [...names].filter(
    (name) => !isMoment(name) && own.get(name)?.at(-1)?.value !== others.get(name)?.at(-1)?.value,
  )
}

/** Numbers that a violation may depend on: how to read them, and how to name a range of them. */
const MEASURES = {
  limit: {
    read: ({ probe }: Exchange) => probe.maxResults,
    name: (range: string) => `only with a limit of ${range}`,
  },
  position: {
    read: ({ connection }: Exchange) => connection.earlier + 1,
    name: (range: string) => `only once a connection carries ${range} requests`,
  },
  plants: {
    read: (each: Exchange, analyse: Analyse) => (isAnswered(each) ? analyse(each).count : undefined),
    name: (range: string) => `only if the list has ${range} plants`,
  },
}

/** Finds a range of numbers in which all requests fail, and outside of which all pass. */
function findRange(
  { violating, passing }: Judged,
  of: keyof typeof MEASURES,
  analyse: Analyse,
): Cause | undefined {
  const { read, name } = MEASURES[of]
  const list = (exchanges: readonly Exchange[]) => [
    ...new Set(exchanges.map((exchange) => read(exchange, analyse))),
  ]
  const [fails, passes] = [list(violating), list(passing).filter((each) => each !== undefined)]
  if (Math.min(fails.length, passes.length) < 2 || !fails.every((each) => each !== undefined))
    return undefined
  const [from, to] = [Math.min(...fails), Math.max(...fails)]
  const [below, above] = [passes.filter((each) => each < from), passes.filter((each) => each > to)]
  const isBetween = below.length > 0 && above.length > 0
  // Two values may lie between passing values by coincidence.
  if (below.length + above.length < passes.length || (isBetween && fails.length < 3)) return undefined
  const end = below.length > 0 ? `at least ${from}` : `at most ${to}`
  const [nearest, edge] = below.length > 0 ? [Math.max(...below), from] : [Math.min(...above), to]
  return {
    data: { kind: 'threshold', of, passes: nearest, fails: edge, ...(isBetween && { until: to }) },
    when: name(isBetween ? `${from} to ${to}` : end),
    traits: [],
  }
}

function nameConfirmed(traits: readonly Trait[], exception = ''): Cause {
  const parts = traits.map(({ words }) => words)
  const moment = traits.map(({ part }) => part).find(isMoment)
  const condition = moment
    ? ({ kind: 'sequence', steps: parts } as const)
    : ({ kind: 'condition', parts } as const)
  return {
    data: moment === 'parallel' ? { kind: 'parallel' } : condition,
    when: `only ${parts.join(' and ')}${exception}`,
    traits,
  }
}

/** Names the traits that all violating exchanges share, perhaps by coincidence, because no request confirmed the traits as the cause. */
function nameSeen(traits: readonly Trait[]): Cause {
  const seen = traits.map(({ words }) => words)
  return {
    data: { kind: 'unknown', seen },
    when: `only seen ${listAll(seen, 'and', 'more condition')}`,
    traits,
  }
}

/** Returns the cause if no part of the requests explains the violation: intermittent if the same request both failed and passed. */
function count({ violating, passing }: Judged): Cause {
  const failed = violating.length
  const of = failed + passing.length
  const ratio = `in ${failed} of ${pluralize(of, 'checked response')}`
  const broken = new Set(violating.map(({ probe }) => probe.id))
  return passing.some(({ probe }) => broken.has(probe.id))
    ? { data: { kind: 'intermittent', failed, of }, when: `${ratio}, no pattern`, traits: [] }
    : { data: { kind: 'unknown' }, when: ratio, traits: [] }
}

/** Joins the first few strings with a word, and counts the remaining strings. */
function listAll(texts: readonly string[], word: string, noun: string): string {
  const more = texts.length - MAX_SHOWN
  const shown = texts.slice(0, MAX_SHOWN)
  return [...shown, ...(more > 0 ? [pluralize(more, noun)] : [])].join(` ${word} `)
}

/** Lists the outcomes of the request that both failed and passed, in the order in which the request's attempts were sent. */
export function listOutcomes({ violating, passing }: Judged): ('violation' | 'pass')[] {
  const sent = [...violating, ...passing].sort((one, other) => one.startedAt - other.startedAt)
  const mixed = [...Map.groupBy(sent, ({ probe }) => probe.id).values()].filter((all) =>
    [violating, passing].every((some) => all.some((exchange) => some.includes(exchange))),
  )
  const [longest = []] = mixed.sort((one, other) => other.length - one.length)
  return longest.map((exchange) => (violating.includes(exchange) ? 'violation' : 'pass'))
}

/** Finds the most similar passing request, preferably without the cause, and the difference: `passes without Accept-Encoding: gzip`. */
export function findContrast(
  exchange: Exchange,
  passing: readonly Exchange[],
  cause: Cause | undefined,
  listParts: ListParts,
): { exchange: Exchange; text: string } | undefined {
  const sorted = passing
    .map((other) => ({ other, names: listDifferences(exchange, other, listParts) }))
    .sort((one, another) => one.names.length - another.names.length)
  const nearest =
    sorted.find(({ other }) => cause?.traits.some((trait) => !hasTrait(other, trait, listParts))) ?? sorted[0]
  if (!nearest) return undefined
  const { other, names } = nearest
  const differences = names.map((name) => {
    const [own, instead] = [exchange, other].map((each) => listParts(each).get(name)?.at(-1)?.words)
    return instead ?? describeAbsence(own ?? '')
  })
  const moment = cause?.traits.find(({ part }) => isMoment(part))?.part ?? ''
  const then = moment === 'parallel' ? 'when it is sent alone' : listParts(other).get(moment)?.at(-1)?.words
  const text = listAll(differences, 'and', 'more difference') || (then ?? 'at other times')
  return { exchange: other, text: `passes ${text}` }
}

function describeAbsence(words: string): string {
  if (words.startsWith('at ')) return 'at the usual path'
  return words.startsWith('without ') ? words.replace('without', 'with') : words.replace('with', 'without')
}
