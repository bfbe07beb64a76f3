import { badTokens, tokenForms, withoutToken } from './auth.ts'
import { badLimits, sequences } from './badLimits.ts'
import { limitForms, limits } from './limits.ts'
import { hello, list } from './list.ts'
import { negotiation } from './negotiation.ts'
import { repeats } from './repeats.ts'
import type { Stage } from './stage.ts'
import { users } from './users.ts'
import { variants } from './variants.ts'

/** The plan: what is sent, in order. Good requests come first and bad tokens last. */
export const plan: readonly Stage[] = [
  hello,
  list,
  limits,
  limitForms,
  negotiation,
  repeats,
  users,
  variants,
  badLimits,
  sequences,
  tokenForms,
  withoutToken,
  badTokens,
]
