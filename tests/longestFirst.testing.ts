import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Starts these test files first, in this order, so that no core waits for them at the end. Without a cache, Vitest sorts by size. */
export function longestFirst(names: readonly string[]): typeof BaseSequencer {
  const rank = ({ moduleId }: TestSpecification): number => {
    const place = names.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
    return place < 0 ? names.length : place
  }
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files)
      return sorted.toSorted((one, other) => rank(one) - rank(other))
    }
  }
}
