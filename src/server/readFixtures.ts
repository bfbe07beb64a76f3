import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Contract } from '../contract/contract.ts'
import { FixtureError } from './FixtureError.ts'
import type { Fixtures } from './fixtures.ts'
import { builtInFixtures } from './mockOptions.ts'
import { parsePlants } from './parsePlants.ts'
import { parseUsers } from './parseUsers.ts'
import { type YamlSource, yamlSource } from './yamlSource.ts'

/** Reads `plants.yaml` and `users.yaml` from a folder and checks them. Throws a FixtureError with file, line and reason. */
export function readFixtures(folder: string, contract: Contract): Fixtures {
  const found = listFolder(folder)
  const plants = parsePlants(readYaml(folder, 'plants.yaml', found), contract)
  return { users: parseUsers(readYaml(folder, 'users.yaml', found), plants) }
}

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    throw new FixtureError(
      folder,
      undefined,
      `expected a folder with plants.yaml and users.yaml, got ${describe(error)}`,
    )
  }
}

function readYaml(folder: string, name: string, found: readonly string[]): YamlSource {
  const file = join(folder, name)
  if (!found.includes(name)) {
    const others =
      found.length === 0
        ? 'the folder is empty'
        : `the folder has ${found.slice(0, 5).join(', ')}${found.length > 5 ? ', …' : ''}`
    throw new FixtureError(
      file,
      undefined,
      `expected this file, but ${others}; copy it from ${builtInFixtures} to begin with`,
    )
  }
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new FixtureError(file, undefined, `expected a file that can be read, got ${describe(error)}`)
  }
  try {
    return yamlSource(file, new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof FixtureError) throw error
    throw new FixtureError(file, undefined, 'expected UTF-8 text, got other bytes')
  }
}

function describe(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  const words: Record<string, string> = {
    ENOENT: 'nothing at this path',
    ENOTDIR: 'a file',
    EISDIR: 'a folder',
    EACCES: 'no permission to read it',
  }
  return words[code ?? ''] ?? String(code ?? error)
}
