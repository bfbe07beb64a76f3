import { readScripts } from './readScripts.testing.ts'
import { testRows } from './testRows.testing.ts'

testRows(
  ['next@15', 'next@latest'].map((version) => ({
    name: version,
    packages: [
      version,
      'react@19',
      'react-dom@19',
      'openapi-fetch@0.17',
      'playwright-core',
      'typescript@5.9',
      '@types/react@19',
      '@types/node@24',
    ],
    recipes: ['recipes/nextjs.md#the-mock-starts-with-the-development-server'],
    files: readScripts('checkNextjs.mjs', 'checkBuild.mjs'),
    commands: {
      'NEXT_TELEMETRY_DISABLED=1 node checkNextjs.mjs': /all steps passed/,
      'NEXT_TELEMETRY_DISABLED=1 npx next build': /Compiled successfully/,
      "node checkBuild.mjs '.next/static/**/*.js' '.next/server/**/*.js'": /files without the mock/,
    },
  })),
)
