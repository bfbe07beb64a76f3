import { execFileSync } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'
import { assemble } from './assemble.mjs'

// `npm run docs` builds the site in deploy/site/dist/, for static hosting. The pages come from docs/ and other documents of the repository.

process.chdir(import.meta.dirname)
// `npm run install:suites` installs VitePress, with the other programs in tests/package.json.
rmSync('node_modules', { recursive: true, force: true })
symlinkSync('../../tests/node_modules', 'node_modules', 'junction')
assemble()
// VitePress fails if a link leads to a missing page. The tests check the anchors.
execFileSync('npx', ['vitepress', 'build'], { stdio: 'inherit' })
process.stdout.write('deploy/site/dist is ready; cd deploy/site && npx vitepress preview shows it\n')
