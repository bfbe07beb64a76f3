import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Starts these long test files first, so that they do not run alone at the end. Without a cache, Vitest sorts files by size. */
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
