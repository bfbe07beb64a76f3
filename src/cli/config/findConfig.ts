import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../UsageError.ts'

const ENDINGS = ['ts', 'mts', 'js', 'mjs', 'json', 'yaml', 'yml']

/** The configuration file of a folder; undefined where it has none. Throws a UsageError where it has two. */
export function findConfig(folder: string): string | undefined {
  const [file, other] = ENDINGS.map((ending) => `plant-store.config.${ending}`).filter((name) =>
    existsSync(join(folder, name)),
  )
  if (other !== undefined)
    throw new UsageError(`expected one configuration file, got ${file} and ${other}: remove one of them`)
  return file
}
