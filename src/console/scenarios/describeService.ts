import { type ConsoleState, getChosenScenario } from '../state/store.ts'

/** Says which responses come from the service behind the mock; undefined if there is none. */
export function describeService(state: Readonly<ConsoleState>): string | undefined {
  const { upstream } = state.health
  if (upstream === undefined) return undefined
  const { url, mockWhen } = upstream
  if (state.plants.rule !== 'fixtures') return `From the mock. ${url} gets no requests.`
  const from = hasFailures(state) ? 'The rest comes from' : 'From'
  return `${from} ${url}. The mock answers if that ${listReasons(mockWhen)}.`
}

/** Whether the real service sends every response, unless a request asks for another one. */
export function isServiceAlone(state: Readonly<ConsoleState>): boolean {
  const { health, plants } = state
  return (
    health.upstream !== undefined &&
    plants.rule === 'fixtures' &&
    getChosenScenario(state) === 'normal' &&
    !hasFailures(state)
  )
}

/** Whether responses that a test gave, the settings or else the scenario replace some responses by failures. */
function hasFailures(state: Readonly<ConsoleState>): boolean {
  const { scenario, settings, plants } = state
  const { status, body, fault, count, after } = settings
  if (plants.responses > 0) return true
  // A status of 200 turns the failures of the scenario off.
  if (status ?? body ?? fault ?? count ?? after) return status !== 200 || Boolean(body ?? fault)
  const chosen = scenario.scenarios.find(({ name }) => name === getChosenScenario(state))
  return chosen?.group === 'errors' || chosen?.group === 'network'
}

function listReasons(mockWhen: readonly (number | string)[]): string {
  const statuses = mockWhen.filter((each) => each !== 'violation')
  const reasons = [
    'gives no response',
    ...(statuses.length > 0 ? [`returns ${statuses.join(' or ')}`] : []),
    ...(mockWhen.includes('violation') ? ['violates the contract'] : []),
  ]
  return reasons.join(', or ')
}
