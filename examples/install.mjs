import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Runs before an example. Installs its dependencies, with this checkout as the kit, packed as in a registry.
const root = fileURLToPath(new URL('..', import.meta.url))
// In a fresh clone, install the kit itself first, which also builds it.
if (!existsSync(new URL('../dist/src/index.js', import.meta.url))) run('npm', ['ci'], root)
// Otherwise npm keeps a copy of the kit that is older than the checkout.
rmSync('node_modules/plant-store-kit', { recursive: true, force: true })
run('npm', ['install', '--install-links', '--ignore-scripts'], '.')

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}
