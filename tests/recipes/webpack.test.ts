import { readScripts } from './readScripts.testing.ts'
import { testRows } from './testRows.testing.ts'

testRows(
  ['webpack-dev-server@5', 'webpack-dev-server@latest'].map((version) => ({
    name: version,
    packages: ['webpack@5', 'webpack-cli', version, 'playwright-core'],
    recipes: ['recipes/webpack.md#the-mock-at-the-pages-own-origin'],
    files: readScripts('checkWebpack.mjs', 'checkBuild.mjs'),
    commands: {
      'node checkWebpack.mjs': /all steps passed/,
      'npx webpack --mode production': /compiled successfully/,
      "node checkBuild.mjs 'dist/**/*.*'": /1 files without the mock/,
    },
  })),
)
