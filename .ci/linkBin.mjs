import { chmodSync, existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'

// npm links the commands of dependencies, not the package's own: this one makes `npx plant-store` work in a checkout.
const folder = new URL('../node_modules/.bin/', import.meta.url)
const link = new URL('plant-store', folder)
const main = '../../dist/src/cli/main.js'

if (existsSync(folder)) {
  chmodSync(new URL(main, folder), 0o755)
  rmSync(link, { force: true })
  if (process.platform === 'win32')
    writeFileSync(new URL('plant-store.cmd', folder), `@node "%~dp0${main}" %*\r\n`)
  else symlinkSync(main, link)
}
