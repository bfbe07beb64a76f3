import { packageRoot } from '../contract/packageRoot.ts'
import type { MockData } from './play/world.ts'
import { hashSources } from './sources.ts'

/** What the build makes of the files that ship with the kit, and the hash of those files. */
type Generated = MockData & { sources: string }

/**
 * What ships with the kit: as the build made it, which takes neither a YAML parser nor a validator, or read from its files
 * where one of them has changed since, as in a checkout that is being edited.
 */
export async function loadBuiltIn(): Promise<MockData> {
  const generated = await loadGenerated()
  if (generated?.sources === hashSources()) return generated
  const [{ readContract }, { loadData }, { builtInFixtures }] = await Promise.all([
    import('../contract/readContract.ts'),
    import('./loadData.ts'),
    import('./mockOptions.ts'),
  ])
  return loadData(builtInFixtures, readContract())
}

async function loadGenerated(): Promise<Generated | undefined> {
  try {
    return await import(new URL('dist/generated/fixtures.js', packageRoot).href)
  } catch (error) {
    // A checkout that was not built yet.
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}
