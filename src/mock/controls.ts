import type { MockCore } from './core.ts'

/** Reads and changes the state of a mock. */
export type Controls = Pick<
  MockCore,
  'scenario' | 'scenarios' | 'plants' | 'responses' | 'settings' | 'requests' | 'reset' | 'on'
>

/** The part of a mock that its users control. */
export function pickControls(core: MockCore): Controls {
  const { scenario, scenarios, plants, responses, settings, requests, reset, on } = core
  return { scenario, scenarios, plants, responses, settings, requests, reset, on }
}
