import { testRows } from './testRows.testing.ts'

testRows([
  ...['29', '30'].map((version) => ({
    name: `Jest ${version}, CommonJS, ts-jest`,
    packages: [`jest@${version}`, `@jest/globals@${version}`, 'ts-jest', 'typescript@5.9', '@types/node@24'],
    recipes: ['recipes.md#the-code-under-test', 'recipes/jest.md#a-server-for-each-test-file'],
    files: {
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          strict: true,
          module: 'commonjs',
          target: 'es2023',
          esModuleInterop: true,
          types: ['node'],
        },
      }),
    },
    commands: { 'npx jest': /Tests: +4 passed/, 'npx tsc --noEmit': /^$/ },
  })),
])
