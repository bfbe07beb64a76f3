import type { Suite } from '../src/harness/suite.ts'
import { checks } from './checks/index.ts'
import { plan } from './plan/index.ts'

/** What tests the contract: the requests to send, and what must hold for their answers. */
export const suite: Suite = { plan, checks }
