import { bundled, type Row, readScript, strictTypes, testRows } from './testRows.testing.ts'

const typescript = 'typescript@5.9 @types/node@24'
const app = readScript('app.mjs')
/** The server's code for projects in TypeScript. */
const typedApp = `// @ts-nocheck\n${app}`

testRows([
  ...['vitest@3.2.4', 'vitest@4.0', 'vitest@latest'].map((version) => ({
    name: `contract tests in ${version}`,
    packages: `${version} ${typescript}`,
    recipes: ['recipes/contract-tests.md#vitest'],
    manifest: { type: 'module' },
    files: { 'app.ts': typedApp, 'tsconfig.json': strictTypes() },
    commands: {
      'npx vitest run': /Tests +\d+ passed \| \d+ skipped/,
      'BROKEN=limit npx vitest run 2>&1 || true': /\?limit=1 returns 2 plants[\s\S]*Tests +1 failed/,
      'BROKEN=allow npx vitest run --reporter verbose': /the 405 to \w+ does not list the allowed methods/,
      'npx tsc': /^$/,
    },
    isQuick: version === 'vitest@latest',
  })),
  ...['29', '30'].flatMap((version) =>
    ['commonjs', 'es-modules'].map((system): Row => {
      const isEsm = system === 'es-modules'
      return {
        name: `contract tests in Jest ${version}, ${system}`,
        packages: `jest@${version} @jest/globals@${version} ts-jest@29 ${typescript}`,
        recipes: ['recipes/contract-tests.md#jest', `recipes/jest.md#${system}`],
        ...(isEsm ? {} : { manifest: { scripts: { test: 'jest' } } }),
        files: {
          'app.ts': typedApp,
          'tsconfig.json': strictTypes(isEsm ? bundled : { module: 'commonjs', esModuleInterop: true }),
        },
        commands: {
          'npm test -- contract': /Tests: +\d+ passed/,
          'BROKEN=limit npm test -- contract || true': /\?limit=1 returns 2 plants[\s\S]*Tests: +1 failed/,
          'BROKEN=allow npm test -- contract': /the 405 to \w+ does not list the allowed methods/,
          'npx tsc': /^$/,
        },
      }
    }),
  ),
  {
    name: 'contract tests in node:test',
    packages: '',
    recipes: ['recipes/contract-tests.md#nodetest'],
    files: {
      'app.mjs': app,
      'required.test.cjs': `
        const { contractTests } = require('plant-store-kit/contract-tests')
        contractTests(require('node:test'), 'http://127.0.0.1:1', { name: 'nothing' })`,
    },
    commands: {
      'node --test contract.test.mjs': /pass \d+\n[\s\S]*fail 0\n[\s\S]*skipped [1-9]/,
      'BROKEN=limit node --test contract.test.mjs || true': /fail 1\n[\s\S]*\?limit=1 returns 2 plants/,
      'BROKEN=allow node --test --test-reporter tap contract.test.mjs':
        /# .*the 405 to \w+ does not list the allowed methods/,
      'node --test required.test.cjs || true':
        /Plant Store 1\.0\.0: nothing\n[\s\S]*fail 1\n[\s\S]*could not be reached/,
    },
    isQuick: true,
  },
  ...otherLanguages(),
])

/** Lists projects in other languages, which run the command line with a correct, a broken and a stopped server. */
function otherLanguages(): Row[] {
  const jars = '/usr/share/java'
  const jackson = ['databind', 'core', 'annotations'].map((name) => `${jars}/jackson-${name}.jar`).join(':')
  const console = `${jars}/junit-platform-console-standalone.jar`
  return [
    {
      name: 'contract tests in pytest',
      recipe: 'examples/pytest',
      needs: { command: 'python3 -m pytest --version', install: 'python3-pytest' },
      command: 'python3 -m pytest -q -rs',
    },
    {
      name: 'contract tests in Go',
      recipe: 'examples/go',
      needs: { command: 'go version', install: 'golang-go' },
      command: 'go test -v -count=1 ./...',
    },
    {
      name: 'contract tests in JUnit 5',
      recipe: 'examples/junit5',
      needs: {
        command: `javac -version && ls ${console} ${jackson.replaceAll(':', ' ')}`,
        install: 'default-jdk-headless junit5 libjackson2-databind-java',
      },
      command: `javac -cp ${console}:${jackson} -d out src/test/java/ContractTest.java && java -jar ${console} -cp out:${jackson} --scan-classpath --disable-ansi-colors`,
    },
  ].map(({ recipe, command, ...row }) => ({
    ...row,
    packages: '',
    recipes: [recipe],
    files: {
      'app.mjs': app,
      'withServer.mjs': readScript('withServer.mjs'),
      'baseline.yaml': 'findings: [{ id: limit-honoured, reason: ships with 4.2, expires: 2099-12-31 }]',
    },
    commands: {
      [`node withServer.mjs '${command}'`]: /^exit 0$/m,
      [`BROKEN=limit node withServer.mjs '${command}'`]: /\?limit=1 returns 2 plants[\s\S]*^exit 1$/m,
      [`BROKEN=stopped node withServer.mjs '${command}'`]: /nothing is listening[\s\S]*^exit 1$/m,
      [`BROKEN=limit PLANT_STORE_BASELINE=baseline.yaml node withServer.mjs '${command}'`]: /^exit 0$/m,
      [`PLANT_STORE_BASELINE=baseline.yaml node withServer.mjs '${command}'`]:
        /limit-honoured no longer occurs[\s\S]*^exit 1$/m,
    },
  }))
}
