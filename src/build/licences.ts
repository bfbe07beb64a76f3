import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The licences of the packages that a bundle contains, as comments. */
export function formatLicences(moduleIds: readonly string[]): string {
  const folders = new Set(
    moduleIds.flatMap((id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0] ?? []),
  )
  return [...folders].map((folder) => `/*!\n${readLicence(folder)}\n*/\n`).join('')
}

function readLicence(folder: string): string {
  const { name, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = ['LICENSE', 'LICENSE.md', 'license'].map((each) => join(folder, each)).find(existsSync)
  if (file === undefined) throw new Error(`${name} (${license}) has no licence file`)
  return `${name}\n\n${readFileSync(file, 'utf8').trim().replaceAll('*/', '* /')}`
}
