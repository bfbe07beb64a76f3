import { quote, quoteForShell } from './snippets.ts'

/** The data with which an application connects to the mock: its addresses and a token. */
export type Connection = {
  /** The base URLs for programs and for the app. If the app has the same origin as the mock, the app's base URL has no origin. */
  absolute: string
  base: string
  /** The prefix of environment variables that pages can read. */
  envPrefix: string
  path: string
  limitName: string
  token: string
}

/** A snippet of code that connects an application, a test or a tool to the mock, and a note about the snippet. */
type Client = { note?: string; write: (connection: Connection) => string }

const OWN_MOCK = 'This code starts a separate mock with the built-in scenarios.'

export const clients: Readonly<Record<string, Client>> = {
  curl: {
    write: ({ absolute, path, token }) =>
      `curl ${quoteForShell(absolute + path)} -H ${quoteForShell(`Authorization: Bearer ${token}`)}`,
  },
  fetch: {
    write: ({ base, path, token }) => `const response = await fetch(${quote(base + path)}, {
  headers: { Authorization: ${quote(`Bearer ${token}`)} },
})
const plants = await response.json()`,
  },
  'openapi-fetch': {
    note: "The contract's types come from plant-store-kit/types.",
    write: ({ base, path, limitName, token }) => `import createClient from 'openapi-fetch'
import type { paths } from 'plant-store-kit/types'

const client = createClient<paths>({
  baseUrl: ${quote(base)},
  headers: { Authorization: ${quote(`Bearer ${token}`)} },
})
const { data, error } = await client.GET(${quote(path)}, {
  params: { query: { ${quote(limitName)}: 5 } },
})`,
  },
  '.env': {
    note: 'Pages can read only variables that begin with VITE_ (in Vite) or NEXT_PUBLIC_ (in Next.js).',
    write: ({ base, envPrefix, token }) =>
      `${envPrefix}PLANT_STORE_URL=${base}\n${envPrefix}PLANT_STORE_TOKEN=${token}`,
  },
  Vite: {
    note: `${OWN_MOCK} The mock answers at the page's origin: request /api/plants with the token.`,
    write: () => `// vite.config.ts
import { plantStore } from 'plant-store-kit/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [plantStore()] })`,
  },
  'Next.js': {
    note: 'Request /api/plants with the token in client components. The Next.js recipe also starts the mock.',
    write: ({ absolute, path }) => `// next.config.ts
import type { NextConfig } from 'next'

const config: NextConfig = {
  rewrites: async () => [
    { source: ${quote(`/api${path}`)}, destination: ${quote(absolute + path)} },
  ],
}
export default config`,
  },
  MSW: {
    note: OWN_MOCK,
    write: () => `import { setupServer } from 'msw/node'
import { createMock } from 'plant-store-kit/fetch'
import { handlers } from 'plant-store-kit/msw'

const mock = createMock()
const server = setupServer(...handlers({ mock }))
server.listen()
mock.scenario('empty')`,
  },
  Vitest: {
    note: `${OWN_MOCK} Set globalSetup: 'plant-store-kit/vitest/setup' in vitest.config.ts.`,
    write: ({ path, token }) => `import { test } from 'plant-store-kit/vitest'
import { expect } from 'vitest'

test('there are no plants', async ({ mock }) => {
  await mock.scenario('empty')
  const response = await mock.fetch(mock.url + ${quote(path)}, {
    headers: { Authorization: ${quote(`Bearer ${token}`)} },
  })
  expect(await response.json()).toEqual([])
})`,
  },
  Playwright: {
    note: `${OWN_MOCK} Set plantStoreInPlaceOf in playwright.config.ts to the URL that your page requests.`,
    write: ({ base }) => `import { expect, test } from 'plant-store-kit/playwright'

test.use({ plantStoreInPlaceOf: ${quote(base)} })

test('there are no plants', async ({ page, plantStore }) => {
  plantStore.scenario('empty')
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText('No plants yet')
})`,
  },
}
