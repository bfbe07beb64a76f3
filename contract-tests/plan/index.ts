import type { Contract } from '../../src/contract/contract.ts'
import type { Stage } from '../../src/harness/stage.ts'
import { createBadTokenStage, createWithoutTokenStage, refusableFormStage, tokenFormStage } from './auth.ts'
import { createBadLimitStage, createSequenceStage } from './badLimits.ts'
import { authenticated, unauthenticated } from './createProbe.ts'
import { createLimitFormStage, createLimitStage } from './limits.ts'
import { createListStage, helloStage } from './list.ts'
import { createNegotiationStage } from './negotiation.ts'
import { createRepeatStage } from './repeats.ts'
import { createUserStage } from './users.ts'
import { createVariantStage } from './variants.ts'

/**
 * The requests to send, in order. Good requests are first, requests without a token follow, and bad tokens are last,
 * because a server may lock out a client that sends them.
 */
export const createPlan = (contract: Contract): readonly Stage[] => [
  helloStage,
  createListStage(contract),
  createLimitStage(contract),
  createLimitFormStage(contract),
  createNegotiationStage(contract),
  createRepeatStage(contract),
  createUserStage(contract),
  authenticated(createVariantStage(contract)),
  createBadLimitStage(contract),
  createSequenceStage(contract),
  tokenFormStage,
  createWithoutTokenStage(contract),
  unauthenticated(createVariantStage(contract)),
  refusableFormStage,
  createBadTokenStage(contract),
]
