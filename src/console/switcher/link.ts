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

/** Describes what the address asks for, such as `empty, delay=1`. Empty if it asks for nothing. */
export function describeLink(): string {
  return listLinked()
    .map(([name, value]) => (name === '__scenario' ? value : `${name.slice(2)}=${value}`))
    .join(', ')
}

/** Changes the address of this tab to ask for a scenario. */
export function linkTo(scenario: string): void {
  const address = new URL(location.href)
  for (const [name] of listLinked()) if (!KEPT.includes(name)) address.searchParams.delete(name)
  address.searchParams.set('__scenario', scenario)
  history.replaceState(history.state, '', address)
}
