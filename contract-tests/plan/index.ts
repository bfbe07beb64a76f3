import type { Contract } from '../../src/contract/contract.ts'
import type { Stage } from '../../src/harness/stage.ts'
import { badTokens, refusableForms, tokenForms, withoutToken } from './auth.ts'
import { badLimits, sequences } from './badLimits.ts'
import { limitForms, limits } from './limits.ts'
import { hello, list } from './list.ts'
import { negotiation } from './negotiation.ts'
import { authenticated, unauthenticated } from './probe.ts'
import { repeats } from './repeats.ts'
import { users } from './users.ts'
import { variants } from './variants.ts'

/**
 * The plan: what is sent, in order. Good requests come first, those without a token behind them, and bad tokens last: a
 * server may block whoever sends such things.
 */
export const createPlan = (_contract: Contract): readonly Stage[] => [
  hello,
  list,
  limits,
  limitForms,
  negotiation,
  repeats,
  users,
  authenticated(variants),
  badLimits,
  sequences,
  tokenForms,
  withoutToken,
  unauthenticated(variants),
  refusableForms,
  badTokens,
]
