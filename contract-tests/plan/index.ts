import type { Contract } from '../../src/contract/contract.ts'
import { isUserRequest, type Probe } from '../../src/judge/exchange.ts'
import type { PlanFacts, Stage } from '../../src/judge/suite.ts'
import type { PlanName } from '../../src/judge/verifyOptions.ts'
import { createBadTokenStage, createUserStage, refusableFormStage, tokenFormStage } from './auth.ts'
import { authenticated, unauthenticated } from './createProbe.ts'
import { addWords } from './design/dimensions.ts'
import { observe } from './design/observe.ts'
import { createRowStage } from './design/rowStages.ts'
import { createMonitorStages } from './monitor.ts'
import { addRequired, createParameterStage } from './parameters.ts'
import { createBadLimitStage, createListStage, createVariantStage, helloStage } from './variants.ts'
import { createAfterRefusalsStage, createWithoutTokenStage } from './withoutToken.ts'

/**
 * Lists the requests in order: most requests with a valid token, then requests without a token, and finally bad tokens, because a server
 * may block clients with bad tokens.
 */
export const createPlan = (contract: Contract, name: PlanName = 'full'): readonly Stage[] =>
  observeStages(
    contract,
    name === 'monitor'
      ? createMonitorStages(contract)
      : [
          helloStage,
          createListStage(contract),
          authenticated(createVariantStage(contract)),
          createRowStage(contract),
          createUserStage(contract),
          createParameterStage(contract),
          createBadLimitStage(contract),
          tokenFormStage,
          createWithoutTokenStage(contract),
          unauthenticated(createVariantStage(contract)),
          refusableFormStage,
          createAfterRefusalsStage(contract),
          createBadTokenStage(contract),
        ],
  )

/** Completes the conditions of the probes that have any. Some conditions depend on the requests of earlier stages. */
function observeStages(contract: Contract, all: readonly Stage[]): readonly Stage[] {
  const stages = all.map((stage) => ({
    ...stage,
    probes: (facts: PlanFacts) => stage.probes(facts).filter((probe) => isDefined(contract, probe)),
  }))
  const latest = new Map<Stage, readonly Probe[]>()
  return stages.map((stage, index) => ({
    ...stage,
    probes: (facts) => {
      const probes = stage.probes(facts)
      latest.set(stage, probes)
      const earlier = stages.slice(0, index).flatMap((each) => latest.get(each) ?? each.probes(facts))
      return observe(probes, earlier).map((probe) => addRequired(contract, addWords(probe)))
    },
  }))
}

/** Whether the contract specifies the response. A contract may have no limit, and may require no token. */
const isDefined = ({ hasLimit, security }: Contract, probe: Probe): boolean =>
  (hasLimit || probe.limit === 'absent') && (security.isRequired || isUserRequest(probe))
