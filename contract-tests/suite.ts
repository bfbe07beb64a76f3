import type { Suite } from '../src/judge/suite.ts'
import { createChecks } from './checks/index.ts'
import { createCredentials } from './plan/credentials.ts'
import { compose } from './plan/design/createRow.ts'
import { addWords } from './plan/design/dimensions.ts'
import { createPlan } from './plan/index.ts'
import { addRequired } from './plan/parameters.ts'

/** The contract's test suite: the requests to send, the requirements for their responses, and how to compose other requests. */
export const suite: Suite = {
  plan: createPlan,
  credentials: createCredentials,
  checks: createChecks,
  compose: (contract, ...options) =>
    compose(contract, ...options).map((probe) => addRequired(contract, addWords(probe))),
}
