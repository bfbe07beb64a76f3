import { readFileSync } from 'node:fs'

/** Scripts of this folder that a row runs in its project, by path. They need playwright-core. */
export function readScripts(...names: readonly string[]): Record<string, string> {
  const all = ['openServer.mjs', ...names]
  return Object.fromEntries(
    all.map((name) => [name, readFileSync(new URL(`scripts/${name}`, import.meta.url), 'utf8')]),
  )
}
