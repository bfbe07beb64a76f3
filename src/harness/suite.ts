import type { Check } from './check.ts'
import type { Stage } from './stage.ts'

/** What the harness runs: it knows no request and no requirement by itself. */
export type Suite = {
  /** What is sent, in order. The first stage finds out whether the operation answers at all. */
  plan: readonly Stage[]
  /** What must hold, in the order in which a developer should fix what they find. */
  checks: readonly Check[]
}
