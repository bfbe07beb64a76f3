import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Contract } from '../contract/contract.ts'
import { FixtureError } from './FixtureError.ts'
import type { Fixtures } from './fixtures.ts'
import { builtInFixtures } from './mockOptions.ts'
import { parsePlants } from './parsePlants.ts'
import { parseUsers } from './parseUsers.ts'
import { describeFailure, readYaml } from './readYaml.ts'
import type { YamlSource } from './yamlSource.ts'

/** Reads `plants.yaml` and `users.yaml` from a folder and checks them. Throws a FixtureError with file, line and reason. */
export function readFixtures(folder: string, contract: Contract): Fixtures {
  const found = listFolder(folder)
  const plants = parsePlants(demand(folder, 'plants.yaml', found), contract)
  return { users: parseUsers(demand(folder, 'users.yaml', found), plants) }
}

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    throw new FixtureError(
      folder,
      undefined,
      `expected a folder with plants.yaml and users.yaml, got ${describeFailure(error)}`,
    )
  }
}

function demand(folder: string, name: string, found: readonly string[]): YamlSource {
  const file = join(folder, name)
  if (found.includes(name)) return readYaml(file)
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
