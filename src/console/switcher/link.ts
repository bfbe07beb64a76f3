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

/** Reads one parameter of the address of this tab. */
export function readLinked(name: '__scenario' | '__session'): string | undefined {
  return new Map(listLinked()).get(name)
}

/** Describes what the address asks for, such as `empty, delay=1`. Empty if it asks for nothing. */
export function describeLink(): string {
  return listLinked()
    .map(([name, value]) => (name === '__scenario' ? value : `${name.slice(2)}=${value}`))
    .join(', ')
}

/** Changes the address of this tab to ask for a scenario. */
export function linkTo(scenario: string): void {
  changeAddress(KEPT, scenario)
}

/** Changes the address of this tab to ask for nothing. */
export function unlink(): void {
  changeAddress([])
}

function changeAddress(kept: readonly string[], scenario?: string): void {
  const address = new URL(location.href)
  for (const [name] of listLinked()) if (!kept.includes(name)) address.searchParams.delete(name)
  if (scenario !== undefined) address.searchParams.set('__scenario', scenario)
  history.replaceState(history.state, '', address)
}
