import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Raised when the build makes something else of the same files. */
const FORM = '1'

const root = fileURLToPath(new URL('.', import.meta.resolve('plant-store-kit/package.json')))

/** SHA-256, in hex, over the YAML files that ship with the kit, with their names and in a fixed order. */
export function hashSources(): string {
  const texts = sourceFiles().map((file) => `${file}\n${readFileSync(join(root, file), 'utf8')}`)
  // Not imported: an import asks a module of Node's for all that it has, which costs time, here for what nobody uses.
  return process.getBuiltinModule('node:crypto').hash('sha256', [FORM, ...texts].join('\0'))
}

function sourceFiles(): string[] {
  const fixtures = readdirSync(join(root, 'fixtures'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    // The same name on every system.
    .map((file) => `fixtures/${file.replaceAll('\\', '/')}`)
  return ['spec/openapi.yaml', ...fixtures.sort()]
}
