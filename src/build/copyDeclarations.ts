import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { extname } from 'node:path'

// A step of `npm run build`: copies the declarations for `require`. In a folder of CommonJS, TypeScript takes them for CommonJS; without
// them, for ESM, which CommonJS cannot import in older versions.
const folder = 'dist/commonJs/types'
for (const part of ['src', 'contract-tests', 'generated'])
  cpSync(`dist/${part}`, `${folder}/${part}`, { recursive: true, filter: isDeclaration })
mkdirSync(folder, { recursive: true })
writeFileSync(`${folder}/package.json`, '{ "type": "commonjs" }\n')

function isDeclaration(path: string): boolean {
  return path.endsWith('.d.ts') || extname(path) === ''
}
