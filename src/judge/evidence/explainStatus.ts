import type { Cause } from '../cause/cause.ts'
import { findCause } from '../cause/findCause.ts'
import type { ListTraits } from '../cause/trait.ts'
import type { Exchange } from '../exchange.ts'

const FEW = 3

/**
 * Finds out when requests of this kind get the status of this exchange, or no response. Undefined if most of them do. A check of error
 * responses, for example, does not know when a good request gets one.
 */
export function explainStatus(
  exchange: Exchange,
  exchanges: readonly Exchange[],
  listTraits: ListTraits,
): Cause | undefined {
  const kind = nameKind(exchange)
  const alike = exchanges.filter((each) => nameKind(each) === kind)
  const violating = alike.filter(({ response }) => response?.status === exchange.response?.status)
  if (violating.length * 2 > alike.length || !violating.includes(exchange)) return undefined
  const passing = alike.filter((each) => !violating.includes(each))
  // So few may have come at random.
  if (violating.length < FEW) return { kind: 'none', traits: [], when: 'once' }
  return findCause({ violating, passing, exchanges, isStatus: true }, listTraits)
}

/** Requests of one kind should get the same status. */
function nameKind({ probe }: Exchange): string {
  const { method, path = '', credential, limit } = probe
  const user = credential.kind === 'other' ? 'the token' : credential.label
  return [method === 'HEAD' ? 'GET' : method, path, user, limit].join(' ')
}
