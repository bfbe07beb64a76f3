import { readScripts } from './readScripts.testing.ts'
import { testRows } from './testRows.testing.ts'

const page = {
  'public/index.html': '<title>Plants</title><p role="status">Loading…</p><script src="/main.js"></script>',
  'src/main.js': `
    const token = localStorage.getItem('token') ?? (process.env.NODE_ENV === 'development' ? 'token-alice' : '')
    async function describePlants() {
      try {
        const response = await fetch('/api/plants', { headers: { Authorization: 'Bearer ' + token } })
        const answer = await response.json().catch(() => undefined)
        if (!response.ok || !answer) return 'That did not work: ' + (answer?.message ?? response.status)
        return answer.length === 0 ? 'No plants yet' : answer.length + ' plants'
      } catch {
        return 'The store cannot be reached'
      }
    }
    describePlants().then((text) => document.querySelector('[role=status]').replaceChildren(text))`,
}

testRows(
  ['webpack-dev-server@5', 'webpack-dev-server@latest'].map((version) => ({
    name: version,
    packages: ['webpack@5', 'webpack-cli', version, 'playwright-core'],
    recipes: ['recipes/vite.md#webpack-and-express'],
    files: { ...readScripts('checkWebpack.mjs', 'checkBuild.mjs'), ...page },
    commands: {
      'node checkWebpack.mjs': /all steps passed/,
      'npx webpack --mode production': /compiled successfully/,
      "node checkBuild.mjs 'dist/**/*.*'": /1 files without the mock/,
    },
  })),
)
