import { ordinal } from '../../contract/ordinal.ts'
import { listConditions, listRequestTraits } from '../cause/requestTraits.ts'
import type { Design } from '../design.ts'
import type { Exchange } from '../exchange.ts'
import type { Sequence } from './listSequence.ts'

/** Characters of a header. */
const SHOWN = 70
/** Parts of the request that its first line shows. */
const VISIBLE = new Set(['limit', 'method', 'path', 'query'])

/**
 * Says how a request differs from the plain one, as far as its first line does not show it. Empty if it does not. `sequence` leads
 * to it; `compared` also has what it is compared with.
 */
export function describeUnusual(
  exchange: Exchange,
  sequence: Sequence,
  design: Design | undefined,
  compared: Sequence = sequence,
): string {
  const { probe, connection, hops } = exchange
  const moments = new Set(design?.dimensions.flatMap(({ id, moment }) => (moment ? [id] : [])))
  const conditions = listConditions(probe.conditions ?? {}, design).filter(
    ({ dimension = '' }) => !VISIBLE.has(dimension) && !moments.has(dimension),
  )
  const others = listRequestTraits(probe).filter(
    ({ key, dimension = '' }) =>
      !VISIBLE.has(dimension) && dimension !== 'version' && key !== 'refusable' && !key.startsWith('user:'),
  )
  // The first line of the request shows its version.
  const headers = conditions.filter(({ when }) => when !== 'with HTTP/1.0')
  const traits = others.filter(
    ({ dimension }) => dimension !== 'credential' || probe.credential.kind !== 'valid',
  )
  return [
    ...new Set(
      [...headers, ...traits].map(({ when }) => shorten(when.replace(/^(without|with no) /, 'no '))),
    ),
    ...describeMoment(sequence, compared, connection.earlier),
    ...(hops.length > 0 ? ['after a redirect'] : []),
  ].join(', ')
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
  return connections.size === 1
    ? [`${ordinal(earlier + 1)} request on the same connection`]
    : ['right after another request']
}
