import { strictTypes } from './strictTypes.testing.ts'
import { type Row, testRows } from './testRows.testing.ts'

/** Uses every entry that has types for both module systems, once right and once wrong. */
const code = `
import { expect, test } from 'plant-store-kit/playwright'
import * as runner from 'node:test'
import { type ContractTestOptions, contractTests } from 'plant-store-kit/contract-tests'
import { createMock, FaultError, type FetchMock } from 'plant-store-kit/fetch'
import { contract } from 'plant-store-kit/fixtures'
import { handlers } from 'plant-store-kit/msw'
import { FixtureError, type Mock, type Report, startMock, verify } from 'plant-store-kit'
import type { ApiError, paths, Plant } from 'plant-store-kit/types'
import { setupServer } from 'msw/node'

const plants: Plant[] = [{ name: 'Rosa' }]
const fetchMock: FetchMock = createMock({ fixtures: plants })
setupServer(...handlers({ mock: fetchMock }))
// @ts-expect-error: a plant has a name
fetchMock.plants([{ nme: 'Rosa' }])

export async function main(): Promise<Report> {
  const mock: Mock = await startMock({ port: 0 })
  return verify(mock.url, { token: 'token-alice' })
}

test('is typed', async ({ page, plantStore }) => {
  plantStore.scenario('empty')
  // @ts-expect-error: a scenario has a name
  plantStore.scenario(5)
  await expect(page.getByRole('status')).toHaveText(contract.path)
})

export const options: ContractTestOptions = { token: async () => 'token-alice', strict: true }
export const declareTests = (): void => contractTests(runner, () => 'http://127.0.0.1:4010', options)
// @ts-expect-error: a base URL is a text
export const declareWrongly = (): void => contractTests(runner, 4010)

export const explain = (error: unknown): string =>
  error instanceof FaultError ? error.fault : error instanceof FixtureError ? error.reason : ''
export type Get = paths['/plants']['get']
export const message = ({ message }: ApiError): string => message
`

const row = (version: string, type: 'commonjs' | 'module', modes: readonly string[]): Row => ({
  name: `types in ${version}, ${type}`,
  packages: [
    version,
    '@types/node@24',
    '@playwright/test@latest',
    type === 'module' ? 'msw@latest' : 'msw@2',
  ],
  recipes: [],
  manifest: { type },
  files: { 'use.ts': code, 'tsconfig.json': strictTypes({ skipLibCheck: false }) },
  commands: Object.fromEntries(modes.map((mode) => [`npx tsc ${mode}`, /^$/])),
})

// MSW's own declarations do not compile with node16.
const node16 = '--module node16 --skipLibCheck'
const node10 = '--module commonjs --moduleResolution node10'
const nodeNext = '--module nodenext'
const bundler = '--module esnext --moduleResolution bundler'

testRows([
  row('typescript@5.9', 'commonjs', [node16, node10]),
  row('typescript@5.9', 'module', [node16, nodeNext, bundler]),
  row('typescript@6', 'commonjs', [node16, nodeNext]),
  row('typescript@latest', 'commonjs', [node16, nodeNext, bundler]),
  row('typescript@latest', 'module', [node16, nodeNext, bundler]),
])
