import { readScripts } from './readScripts.testing.ts'
import { strictTypes } from './strictTypes.testing.ts'
import { testRows } from './testRows.testing.ts'

const axiosShelf = `
import axios from 'axios'
import { useEffect, useState } from 'react'

const client = axios.create({ baseURL: 'https://api.plants.example/v1', headers: { Authorization: 'Bearer token-alice' } })

export function AxiosShelf() {
  const [status, setStatus] = useState('Loading…')
  useEffect(() => {
    client.get('/plants').then(({ data }) => setStatus(data.length + ' plants'), (error) => setStatus(error.code))
  }, [])
  return <p role="status">{status}</p>
}`

const axiosStories = `
import { AxiosShelf } from './AxiosShelf'

export default { component: AxiosShelf }
export const One = { parameters: { plantStore: { scenario: 'one' } } }
export const Unreachable = { parameters: { plantStore: { scenario: 'connection-reset' } } }
export const Wrong = { parameters: { plantStore: { plants: [{ nme: 'Aloe vera' }] } } }`

const ownMenu = `
import { definePreview } from '@storybook/react-vite'
import { plantStore } from 'plant-store-kit/storybook'

export default definePreview({
  addons: [plantStore({ scenarios: [{ name: 'one-herb', plants: [{ name: 'Mentha', tag: 'herb' }] }] })],
})`

const viteConfig = `
import react from '@vitejs/plugin-react'
export default { plugins: [react()] }`

testRows(
  ['9', '10'].map((version) => ({
    name: `Storybook ${version}`,
    packages: [
      `storybook@${version}`,
      `@storybook/react-vite@${version}`,
      `@storybook/addon-docs@${version}`,
      'vite@7',
      '@vitejs/plugin-react@5',
      'react@19',
      'react-dom@19',
      'openapi-fetch@0.17',
      'axios',
      'playwright-core',
      'typescript@5.9',
      '@types/react@19',
    ],
    recipes: ['recipes/storybook.md#a-mock-for-each-story'],
    manifest: { type: 'module' },
    files: {
      ...readScripts('checkStorybook.mjs'),
      'vite.config.js': viteConfig,
      'src/AxiosShelf.tsx': axiosShelf,
      'src/AxiosShelf.stories.tsx': axiosStories,
      ...(version === '10' && { 'ownMenu.ts': ownMenu }),
      'tsconfig.json': strictTypes({
        lib: ['es2023', 'dom'],
        module: 'esnext',
        moduleResolution: 'bundler',
        jsx: 'react-jsx',
        types: [],
        skipLibCheck: true,
      }),
    },
    commands: {
      'npx tsc': /^$/,
      "STORYBOOK_DISABLE_TELEMETRY=1 node checkStorybook.mjs 'npx storybook dev --ci -p PORT'":
        /all steps passed/,
      'STORYBOOK_DISABLE_TELEMETRY=1 npx storybook build -o built': /completed|Output directory/,
      "node checkStorybook.mjs 'npx vite preview --outDir built --port PORT --strictPort'":
        /all steps passed/,
    },
  })),
)
