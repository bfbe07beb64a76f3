import type { Contract } from '../contract/contract.ts'
import type { Check } from './check.ts'
import type { Design } from './design.ts'
import type { Stage } from './stage.ts'
import type { PlanName } from './verifyOptions.ts'

/** What tests a contract. The harness itself knows no request and no requirement. */
export type Suite = {
  /** The requests to send, in order. The first stage finds out whether the operation responds at all. */
  plan: (contract: Contract, name?: PlanName) => readonly Stage[]
  /** The ids of the checks that the plan `monitor` cannot exercise. */
  unmonitored?: ReadonlySet<string>
  /** The requirements to check, in the order in which a developer should fix them. */
  checks: (contract: Contract) => readonly Check[]
  /** What the requests of the plan vary, so that a violation can be narrowed down to its cause. */
  design?: Design
}
