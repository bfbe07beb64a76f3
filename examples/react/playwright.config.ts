import { defineConfig } from '@playwright/test'
import type { PlantStoreOptions, PlantStoreTestOptions } from 'plant-store-kit/playwright'

export default defineConfig<PlantStoreTestOptions, PlantStoreOptions>({
  testDir: 'e2e',
  fullyParallel: true,
  use: {
    baseURL: 'http://localhost:5173',
    // In each test, the user is already logged in.
    storageState: {
      cookies: [],
      origins: [{ origin: 'http://localhost:5173', localStorage: [{ name: 'token', value: 'token-alice' }] }],
    },
    // Each worker has its own mock, which answers instead of the mock in Vite's server.
    plantStoreInPlaceOf: 'http://localhost:5173/api',
  },
  webServer: {
    command: 'npx vite --port 5173 --strictPort',
    url: 'http://localhost:5173',
    // If you have started the server, the tests use it. The server's scenario does not affect the tests.
    reuseExistingServer: !process.env.CI,
  },
})
