import type { EngineOutcome } from '../judge/engine.ts'

/** The package of an engine that users install themselves. */
export type EnginePackage = { title: string; package: string; install: string }

export const enginePackages: Record<EngineOutcome['name'], EnginePackage> = {
  prism: {
    title: 'Prism',
    package: '@stoplight/prism-cli',
    install: 'npm install --save-dev @stoplight/prism-cli@5',
  },
  dredd: { title: 'Dredd', package: 'dredd', install: 'npm install --save-dev dredd@14' },
}

/** The outcome of an engine whose package is not installed. */
export function reportMissing(
  name: EngineOutcome['name'],
  { title, install }: EnginePackage = enginePackages[name],
): EngineOutcome {
  const detail = `${title} is not installed; install it with: ${install}`
  return { name, version: '', status: 'missing', durationMs: 0, detail, exchanges: [], claims: [] }
}
