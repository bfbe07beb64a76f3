import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EngineOutcome } from '../judge/transcript.ts'

type Name = EngineOutcome['name']

/** The engines' packages, which users install themselves. */
export const enginePackages: Record<Name, { title: string; package: string; major: number }> = {
  prism: { title: 'Prism', package: '@stoplight/prism-cli', major: 5 },
  dredd: { title: 'Dredd', package: 'dredd', major: 14 },
}

/** Finds an engine's package.json from the working directory or the kit. Returns undefined if the engine is not installed. */
export function findManifest(name: Name): string | undefined {
  const paths = [process.cwd(), dirname(fileURLToPath(import.meta.url))]
  try {
    return createRequire(import.meta.url).resolve(`${enginePackages[name].package}/package.json`, { paths })
  } catch {
    return undefined
  }
}

/** Returns the outcome of an engine whose package is not installed. */
export function reportMissing(name: Name): EngineOutcome {
  const { title, package: id, major } = enginePackages[name]
  const detail = `${title} is not installed; install it with: npm install --save-dev ${id}@${major}`
  return { name, version: '', status: 'missing', durationMs: 0, detail, exchanges: [], claims: [] }
}
