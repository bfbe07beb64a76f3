import type { Contract } from '../../src/contract/contract.ts'
import type { Stage } from '../../src/harness/stage.ts'
import { badTokens, refusableForms, tokenForms, withoutToken } from './auth.ts'
import { badLimits, sequences } from './badLimits.ts'
import { authenticated, unauthenticated } from './createProbe.ts'
import { limitForms, limits } from './limits.ts'
import { hello, list } from './list.ts'
import { negotiation } from './negotiation.ts'
import { repeats } from './repeats.ts'
import { users } from './users.ts'
import { variants } from './variants.ts'

/**
 * The requests to send, in order. Good requests are first, requests without a token follow, and bad tokens are last,
 * because a server may lock out a client that sends them.
 */
export const createPlan = (contract: Contract): readonly Stage[] => [
  hello,
  list(contract),
  limits(contract),
  limitForms(contract),
  negotiation(contract),
  repeats(contract),
  users(contract),
  authenticated(variants(contract)),
  badLimits(contract),
  sequences(contract),
  tokenForms,
  withoutToken(contract),
  unauthenticated(variants(contract)),
  refusableForms,
  badTokens(contract),
]
