import { defineConfig } from '@playwright/test'
import type { PlantStoreOptions, PlantStoreTestOptions } from 'plant-store-kit/playwright'

export default defineConfig<PlantStoreTestOptions, PlantStoreOptions>({
  testDir: 'e2e',
  fullyParallel: true,
  use: {
    baseURL: 'http://localhost:5173',
    // Each worker has a mock of its own, which answers instead of the one in Vite's server.
    plantStoreInPlaceOf: 'http://localhost:5173/api',
  },
  webServer: {
    command: 'npx vite --port 5173 --strictPort',
    url: 'http://localhost:5173',
    // A server that you have open is used, too. Its scenario does not reach the tests.
    reuseExistingServer: !process.env.CI,
  },
})
