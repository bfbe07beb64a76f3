import { ordinal } from '../contract/words.ts'
import type { Design } from './design.ts'
import type { Exchange, Sequence } from './exchange.ts'
import { listConditions, listRequestTraits, type Trait } from './traits.ts'

/** Characters of a header. */
const SHOWN = 70
/** More differences are only counted. */
const MAX_SHOWN = 5
/** Parts of the request that its first line shows. */
const VISIBLE = new Set(['limit', 'method', 'path', 'query'])
const CREDENTIALS = new Set(['credential', 'user'])

/**
 * Says how a request differs from the plain one, as far as its first line does not show it. Empty if it does not. `sequence` leads
 * to it; `compared` also has what it is compared with. For a violation that comes and goes, headers say nothing.
 */
export function describeUnusual(
  exchange: Exchange,
  sequence: Sequence,
  design: Design | undefined,
  { compared = sequence, isRandom = false }: { compared?: Sequence; isRandom?: boolean } = {},
): string {
  const { connection, hops } = exchange
  const differences = isRandom ? [] : listDifferences(exchange, design)
  const shown = differences.slice(0, MAX_SHOWN)
  const hidden = differences.length - shown.length
  return [
    ...shown,
    ...(hidden > 0 ? [`and ${hidden} more headers`] : []),
    ...describeMoment(sequence, compared, connection.earlier),
    ...(hops.length > 0 ? ['after a redirect'] : []),
  ].join(', ')
}

function listDifferences({ probe }: Exchange, design: Design | undefined): string[] {
  const { conditions, credential } = probe
  const moments = new Set(design?.dimensions.flatMap(({ id, moment }) => (moment ? [id] : [])))
  const planned = listConditions(conditions ?? {}, design).filter(
    ({ key, dimension = '', when }) =>
      !VISIBLE.has(dimension) &&
      !moments.has(dimension) &&
      // The first line of the request shows its version, and the credential says which user it is.
      when !== 'with HTTP/1.0' &&
      !(key === 'user=other' && credential.kind === 'other'),
  )
  const others = listRequestTraits(probe).filter(
    ({ key, dimension = '' }) =>
      !VISIBLE.has(dimension) &&
      dimension !== 'version' &&
      key !== 'refusable' &&
      !key.startsWith('user:') &&
      !(dimension === 'credential' && credential.kind === 'valid') &&
      !(conditions && /^(field|omit):/.test(key)),
  )
  // The user or token comes first, because steps often differ in it, and long lines are cut.
  const isCredential = ({ dimension = '' }: Trait): boolean => CREDENTIALS.has(dimension)
  const [first = [], second = []] = [true, false].map((wanted) =>
    [...planned, ...others].filter((trait) => isCredential(trait) === wanted),
  )
  return [
    ...new Set([...first, ...second].map(({ when }) => shorten(when.replace(/^(without|with no) /, 'no ')))),
  ]
}

function shorten(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

function describeMoment(sequence: Sequence, compared: Sequence, earlier: number): string[] {
  const parallel = compared.at(-1)?.probe.parallel
  const together = compared.filter(({ probe }) => probe.parallel === parallel).length
  if (parallel !== undefined && together > 1) return [`${together} at once`]
  if (sequence.length === 1) return []
  const connections = new Set(sequence.map(({ connection }) => connection.id))
  if (connections.size > 1) return ['right after another request']
  return sequence.length === earlier + 1
    ? [`${ordinal(earlier + 1)} request on the same connection`]
    : ['on a connection that was used before']
}
