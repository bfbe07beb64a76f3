import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

// A step of `npm run build`: bundles Ajv, which is loaded only for another contract than the kit's own, so that the package depends on
// nothing more. The licences of what is in the bundle stand at its top.
const FILE = 'dist/generated/ajv.cjs'

const bundle = await rolldown({ input: 'node_modules/ajv/dist/2020.js', platform: 'node' })
const { output } = await bundle.write({ file: FILE, format: 'cjs', minify: true })
await bundle.close()
const [{ code, moduleIds }] = output
writeFileSync(FILE, `${listLicences(moduleIds)}${code}`)

function listLicences(modules: readonly string[]): string {
  const folders = new Set(
    modules.flatMap((file) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0] ?? []),
  )
  return [...folders].map((folder) => `/*!\n${readLicence(folder)}\n*/\n`).join('')
}

function readLicence(folder: string): string {
  const { name, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = ['LICENSE', 'LICENSE.md', 'license'].map((each) => join(folder, each)).find(existsSync)
  if (file === undefined) throw new Error(`${name} (${license}) has no licence file`)
  return `${name}\n\n${readFileSync(file, 'utf8').trim().replaceAll('*/', '* /')}`
}
