import { defineConfig } from '@playwright/test'
import type { PlantStoreOptions, PlantStoreTestOptions } from 'plant-store-kit/playwright'
import { chromium } from './chromium.ts'

// Each worker has its own mock.
export default defineConfig<PlantStoreTestOptions, PlantStoreOptions>({
  testMatch: 'worker.spec.ts',
  outputDir: 'node_modules/.results',
  fullyParallel: true,
  workers: 2,
  use: {
    launchOptions: chromium,
    plantStoreInPlaceOf: 'https://api.plants.example/v1',
  },
})
