import type { Contract } from '../../src/contract/contract.ts'
import type { Check } from '../../src/judge/check.ts'
import { createAuthChecks } from './access/auth.ts'
import { challengeChecks } from './access/challenges.ts'
import { corsChecks } from './access/cors.ts'
import { exposureChecks, leakChecks } from './access/leaks.ts'
import { createRefusalChecks } from './access/refusals.ts'
import { tokenFormChecks } from './access/tokenForms.ts'
import { createUserChecks } from './access/users.ts'
import { cachingChecks } from './message/caching.ts'
import { conditionChecks, rangeChecks } from './message/conditions.ts'
import { createContentTypeChecks } from './message/contentType.ts'
import { framingChecks } from './message/framing.ts'
import { createDocumentedHeaderChecks, headerChecks } from './message/headers.ts'
import { jsonChecks } from './message/json.ts'
import { createNegotiationChecks } from './message/negotiation.ts'
import { createSchemaChecks } from './message/schema.ts'
import { createGrowthChecks } from './operation/growth.ts'
import { createHeadChecks, lengthChecks } from './operation/head.ts'
import { createHealthChecks } from './operation/health.ts'
import { createLimitChecks } from './operation/limit.ts'
import { methodChecks } from './operation/methods.ts'
import { createOperationChecks } from './operation/operation.ts'
import { createProfileChecks } from './operation/profile.ts'
import { createRedirectChecks } from './operation/redirects.ts'
import { createRobustnessChecks } from './operation/robustness.ts'
import { safetyChecks } from './operation/safety.ts'
import { createStatusChecks } from './operation/status.ts'

const known = new WeakMap<Contract, readonly Check[]>()

/** Lists all checks in the order in which a developer should fix violations. The array is cached for each contract. */
export const createChecks = (contract: Contract): readonly Check[] => {
  const checks =
    known.get(contract) ?? listChecks(contract).flatMap((check) => limitToContract(check, contract))
  known.set(contract, checks)
  return checks
}

const listChecks = (contract: Contract): readonly Check[] => [
  ...createOperationChecks(contract),
  ...createStatusChecks(contract),
  ...createRedirectChecks(contract),
  ...framingChecks,
  ...jsonChecks,
  ...createContentTypeChecks(contract),
  ...createNegotiationChecks(contract),
  ...headerChecks,
  ...createDocumentedHeaderChecks(contract),
  ...createSchemaChecks(contract),
  ...createLimitChecks(contract),
  ...createAuthChecks(contract),
  ...tokenFormChecks,
  ...createRefusalChecks(contract),
  ...createUserChecks(contract),
  ...createHealthChecks(contract),
  ...createRobustnessChecks(contract),
  ...challengeChecks,
  ...methodChecks,
  ...createHeadChecks(contract),
  ...lengthChecks,
  ...safetyChecks,
  ...conditionChecks,
  ...cachingChecks,
  ...rangeChecks,
  ...corsChecks,
  ...leakChecks,
  ...exposureChecks,
  ...createGrowthChecks(contract),
  ...createProfileChecks(contract),
]

/** Removes the checks of the limit if this contract has no limit, and exempts every 400 if the contract describes no 400. */
function limitToContract(check: Check, { hasLimit, hasError }: Contract): Check[] {
  if (!hasLimit && check.id.startsWith('limit-')) return []
  const applies: Check['applies'] = (exchange, facts) =>
    exchange.response?.status !== 400 && check.applies(exchange, facts)
  return hasError ? [check] : [{ ...check, applies }]
}
