import { cpSync, writeFileSync } from 'node:fs'
import { extname } from 'node:path'

// A step of `npm run build`: copies the type declarations into a CommonJS folder. TypeScript treats the package's other declarations as
// ESM, which CommonJS code cannot import with `module: node16`.
const folder = 'dist/commonJs/types'
for (const part of ['src', 'generated'])
  cpSync(`dist/${part}`, `${folder}/${part}`, { recursive: true, filter: isDeclaration })
writeFileSync(`${folder}/package.json`, '{ "type": "commonjs" }\n')

function isDeclaration(path: string): boolean {
  return path.endsWith('.d.ts') || extname(path) === ''
}
