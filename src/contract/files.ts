import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { basename, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// What the kit reads of its own package, and of the folders of its users. Nothing else in this folder does I/O.

/** The folder of the package, with a slash at its end. */
export const packageRoot: URL = new URL('.', pathToFileURL(String(findPackageJSON(import.meta.url))))

/** The path of the contract that ships with the kit. */
export const contractFile: string = fileURLToPath(new URL('spec/openapi.yaml', packageRoot))

/** Reads the text of the contract, or of another file. */
export function readText(file: string = contractFile): string {
  return readFileSync(file, 'utf8')
}

/** Reads the name and version of this package. */
export function readKit(): { name: string; version: string } {
  const { name, version }: { name: string; version: string } = JSON.parse(
    readText(fileURLToPath(new URL('package.json', packageRoot))),
  )
  return { name, version }
}

/**
 * What to do about a module that Node.js takes for CommonJS because of its package, although it uses `import` or `export`. Undefined
 * for any other module. Node's own message names neither the reason nor the remedy, and comes with warnings.
 */
export function explainCommonJs(file: string): string | undefined {
  const manifest = findPackageJSON(pathToFileURL(resolve(file)))
  const isCommonJs = manifest !== undefined && /"type"\s*:\s*"commonjs"/.test(readText(manifest))
  if (!isCommonJs || !/\.[jt]s$/.test(file) || !/^(?:import|export)\b/m.test(readText(file))) return undefined
  const renamed = basename(file).replace(/(?=[jt]s$)/, 'm')
  return `package.json has "type": "commonjs", so Node.js takes this file for CommonJS, but it uses import or export; rename it to ${renamed}`
}
