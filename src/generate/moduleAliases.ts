import { resolve } from 'node:path'

/** Packages of which a bundle takes the ES modules, so that what the kit does not use is left out. */
export const moduleAliases: Record<string, string> = {
  yaml: resolve('node_modules/yaml/browser/dist/index.js'),
}
