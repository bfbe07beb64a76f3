import { fileURLToPath } from 'node:url'

/** The folder of the fixtures that ship with the kit. */
export const builtInFixtures: string = fileURLToPath(
  new URL('fixtures', import.meta.resolve('plant-store-kit/package.json')),
)

/** Where the mock listens and what it serves. */
export type MockOptions = {
  /** TCP port, 0 for any free one. Default: 4010. */
  port?: number
  /** Address or name to listen on. Default: 127.0.0.1. */
  host?: string
  /** Path before the operation's own: `/v1` serves `/v1/plants`. Default: `/`. */
  basePath?: string
  /** Folder with `plants.yaml` and `users.yaml`. Default: the fixtures that ship with the kit. */
  fixtures?: string
}

export const mockDefaults: Required<MockOptions> = {
  port: 4010,
  host: '127.0.0.1',
  basePath: '/',
  fixtures: builtInFixtures,
}
