import type { Suite } from '../src/harness/suite.ts'
import { createChecks } from './checks/index.ts'
import { fitLimits } from './plan/fitLimits.ts'
import { createPlan } from './plan/index.ts'

/** What tests the contract: the requests to send, and the requirements for their responses. */
export const suite: Suite = {
  plan: (contract) => createPlan(contract).map((stage) => fitLimits(contract, stage)),
  checks: createChecks,
}
