import { ordinal } from '../../contract/ordinal.ts'
import { listConditions, listRequestTraits } from '../cause/requestTraits.ts'
import type { Design } from '../design.ts'
import type { Exchange } from '../exchange.ts'
import type { Sequence } from './listSequence.ts'

/** Characters of a header. */
const SHOWN = 50
/** Parts of the request that its first line shows. */
const VISIBLE = new Set(['limit', 'method', 'path', 'query'])

/** Says how a request differs from the plain one, as far as its first line does not show it. Empty if it does not. */
export function describeUnusual(exchange: Exchange, sequence: Sequence, design: Design | undefined): string {
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
    ...describeMoment(sequence, connection.earlier),
    ...(hops.length > 0 ? ['after a redirect'] : []),
  ].join(', ')
}

function shorten(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

function describeMoment(sequence: Sequence, earlier: number): string[] {
  if (sequence.length === 1) return []
  if (sequence.at(-1)?.probe.parallel !== undefined) return [`${sequence.length} at once`]
  const connections = new Set(sequence.map(({ connection }) => connection.id))
  return connections.size === 1
    ? [`${ordinal(earlier + 1)} request on the same connection`]
    : ['right after another request']
}
