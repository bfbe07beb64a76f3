/** What Jest keeps about a test or a group of tests. */
type Entry = { name?: unknown; mode?: unknown; fn?: unknown; children?: readonly Entry[] }

type State = { rootDescribeBlock?: Entry; testNamePattern?: RegExp | null }

/**
 * Skips those of Jest's tests that its filter selects, that have not started yet and whose function matches. Jest has no function for
 * this, so it is done in Jest's own state. Where that is not found, the tests run.
 */
export function skipTests(matches: (body: () => void) => boolean): void {
  const key = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  )
  const state = key && (Reflect.get(globalThis, key) as State | undefined)
  const { rootDescribeBlock, testNamePattern } = state ?? {}
  const visit = (entry: Entry, name: string): void => {
    const isSelected = !testNamePattern || testNamePattern.test(name)
    if (typeof entry.fn === 'function' && isSelected && matches(entry.fn as () => void)) entry.mode = 'skip'
    for (const child of entry.children ?? []) visit(child, `${name} ${child.name}`.trim())
  }
  if (rootDescribeBlock) visit(rootDescribeBlock, '')
}
