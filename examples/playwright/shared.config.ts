import { defineConfig } from '@playwright/test'
import { chromium } from './chromium.ts'

// One mock for all workers, on a free port. Playwright reads its address from the line that the mock prints when it listens.
export default defineConfig({
  testMatch: 'shared.spec.ts',
  outputDir: 'node_modules/.results',
  fullyParallel: true,
  workers: 2,
  use: { launchOptions: chromium },
  webServer: {
    command: 'npx plant-store mock --port 0',
    wait: { stdout: /plant-store mock listening on (?<PLANT_STORE_URL>\S+)/ },
  },
})
