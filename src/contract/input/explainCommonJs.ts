import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { basename, extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * What to do about a module that Node.js takes for CommonJS because of its package, although it uses `import` or `export`. Undefined
 * for any other module. Node's own message names neither the reason nor the remedy, and comes with warnings.
 */
export function explainCommonJs(file: string): string | undefined {
  const extension = extname(file)
  if (!/^\.[jt]s$/.test(extension) || !/^(?:import|export)\b/m.test(readFileSync(file, 'utf8')))
    return undefined
  const manifest = findPackageJSON(pathToFileURL(resolve(file)))
  if (manifest === undefined || readType(manifest) !== 'commonjs') return undefined
  const renamed = basename(file, extension) + extension.replace('.', '.m')
  return `package.json has "type": "commonjs", so Node.js takes this file for CommonJS, but it uses import or export; rename it to ${renamed}`
}

function readType(manifest: string): unknown {
  try {
    return JSON.parse(readFileSync(manifest, 'utf8')).type
  } catch {
    // Node.js reports an invalid file when it imports the module.
    return undefined
  }
}
