import { readScripts } from './readScripts.testing.ts'
import { strictTypes } from './strictTypes.testing.ts'
import { testRows } from './testRows.testing.ts'

const wrongConfig = `
import { plantStore } from 'plant-store-kit/vite'
export default { plugins: [plantStore({ fixtures: [{ nme: 'Aloe vera' }] })] }`

testRows(
  ['vite@5', 'vite@6', 'vite@7', 'vite@latest'].map((version) => ({
    name: version === 'vite@5' ? `${version}, CommonJS` : version,
    packages: [version, 'openapi-fetch@0.17', 'playwright-core', 'typescript@5.9', '@types/node@24'],
    recipes: ['recipes/vite.md#the-mock-at-the-pages-own-origin'],
    ...(version !== 'vite@5' && { manifest: { type: 'module' } }),
    files: {
      ...readScripts('checkVite.mjs', 'checkBuild.mjs'),
      'wrong.config.mjs': wrongConfig,
      'tsconfig.json': strictTypes({
        lib: ['es2023', 'dom'],
        module: 'esnext',
        moduleResolution: 'bundler',
        types: ['vite/client', 'node'],
      }),
    },
    commands: {
      'npx tsc': /^$/,
      'node checkVite.mjs': /all steps passed/,
      'npx vite build --target esnext': /built in/,
      "node checkBuild.mjs 'dist/**/*.*'": /2 files without the mock/,
      // Without a stack.
      'npx vite --config wrong.config.mjs || true':
        /\n\[?plant-store-kit: fixtures\[0\]: expected an object with "name"[^\n]*\n$/,
    },
  })),
)
