// A link, such as `/?__scenario=empty`, opens a page in a state, for its tab alone. A page may change its address.

/** Parameters that a chosen scenario leaves. Others, such as a status, would decide the response in its place. */
const KEPT = ['__scenario', '__user', '__session']

/** Lists what the address of this tab asks the mock for. */
export function listLinked(): [name: string, value: string][] {
  return [...new URLSearchParams(location.search)].filter(([name]) => name.startsWith('__'))
}

/** Whether the address of this tab asks the mock for something. */
export function isLinked(): boolean {
  return listLinked().length > 0
}

/** Reads the scenario that the address of this tab asks for. */
export function readScenario(): string | undefined {
  return new Map(listLinked()).get('__scenario')
}

/** Reads the session that the address of this tab asks for. */
export function readSession(): string | undefined {
  return new Map(listLinked()).get('__session')
}

/** Describes what the address asks for, such as `empty, delay=1`. Empty if it asks for nothing. */
export function describeLink(): string {
  return listLinked()
    .map(([name, value]) => (name === '__scenario' ? value : `${name.slice(2)}=${value}`))
    .join(', ')
}

/** Changes the address of this tab to ask for a scenario. */
export function linkTo(scenario: string): void {
  changeParameters((parameters) => {
    for (const [name] of listLinked()) if (!KEPT.includes(name)) parameters.delete(name)
    parameters.set('__scenario', scenario)
  })
}

/** Changes the address of this tab to ask for nothing. */
export function unlink(): void {
  changeParameters((parameters) => {
    for (const [name] of listLinked()) parameters.delete(name)
  })
}

function changeParameters(change: (parameters: URLSearchParams) => void): void {
  const address = new URL(location.href)
  change(address.searchParams)
  history.replaceState(history.state, '', address)
}
