import react from '@vitejs/plugin-react'
import { plantStore } from 'plant-store-kit/vite'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react(), plantStore()],
  test: { include: ['src/**/*.test.tsx'], environment: 'jsdom', globalSetup: 'plant-store-kit/vitest/setup' },
})
