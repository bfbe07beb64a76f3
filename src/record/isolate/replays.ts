import { rankRequest } from '../../judge/evidence/rankRequest.ts'
import type { Exchange, Probe } from '../../judge/exchange.ts'
import { listPreviousTraits, type Trait } from '../../judge/traits.ts'

/** Two lists of probes to send. The last one of each is the probe in question: after the step that breaks it, and without it. */
export type Replays = { broken: readonly Probe[]; sound: readonly Probe[] }

/** Later positions would cost too many requests. */
const LAST_POSITION = 4

/** How to send a probe again with and without the moment that seems to break it; undefined if that is not possible. */
export function planReplays(
  { key }: Pick<Trait, 'key'>,
  target: Exchange,
  exchanges: readonly Exchange[],
  name: string,
): Replays | undefined {
  const [plain] = exchanges
  if (!plain) return undefined
  const on = (connection: string, ...probes: readonly Probe[]): Probe[] =>
    probes.map(({ parallel: _, ...probe }) => ({ ...probe, connection: `${name} ${connection}` }))
  if (key === 'parallel') return { broken: [], sound: on('alone', target.probe) }
  if (key.startsWith('after:')) {
    const previous = findPrevious(key, target, exchanges)
    return (
      previous && {
        broken: on('with', previous.probe, target.probe),
        sound: on('without', plain.probe, target.probe),
      }
    )
  }
  const position = Number(/^position>?=(\d+)$/.exec(key)?.[1])
  if (!(position <= LAST_POSITION)) return undefined
  const earlier = Array.from({ length: position - 1 }, () => plain.probe)
  return {
    broken: on('with', ...earlier, target.probe),
    sound: position === 1 ? on('without', plain.probe, target.probe) : on('without', target.probe),
  }
}

/** The simplest request that is like the one before the target: with the trait in question, the same kind of token and the same outcome. */
function findPrevious(key: string, target: Exchange, exchanges: readonly Exchange[]): Exchange | undefined {
  const previous = exchanges[exchanges.indexOf(target) - 1]
  if (!previous) return undefined
  const listKeys = (exchange: Exchange): string[] =>
    listPreviousTraits(target.probe.id, exchange).map((trait) => trait.key)
  const needed = listKeys(previous).filter((each) => each === key || !/^after:([A-Z]|same)/.test(each))
  const alike = exchanges.filter(
    (each) => each.probe.parallel === undefined && needed.every((name) => listKeys(each).includes(name)),
  )
  return alike.toSorted((one, other) => rank(one) - rank(other))[0] ?? previous
}

function rank(exchange: Exchange): number {
  return rankRequest(exchange) + 10 * Number(exchange.probe.method !== 'GET')
}

/** What all of these exchanges have in common, if nothing in their requests tells why they are wrong. */
export function guessMoment(violating: readonly Exchange[]): Pick<Trait, 'key'> | undefined {
  if (violating.every(({ probe }) => probe.parallel !== undefined)) return { key: 'parallel' }
  return violating.every(({ connection }) => connection.earlier > 0) ? { key: 'position>=2' } : undefined
}
