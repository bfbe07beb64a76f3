import { plantStore } from 'plant-store-kit/vite'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [plantStore()],
  test: { include: ['src/**/*.test.ts'], environment: 'jsdom', globalSetup: 'plant-store-kit/vitest/setup' },
})
