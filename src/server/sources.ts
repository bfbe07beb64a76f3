import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageRoot } from '../contract/packageRoot.ts'

/** Raised when the build makes something else of the same files. */
const FORM = '1'

const root = fileURLToPath(packageRoot)

/** A checksum over the YAML files that ship with the kit, with their names and in a fixed order. */
export function hashSources(): string {
  const texts = sourceFiles().map((file) => `${file}\n${readFileSync(join(root, file), 'utf8')}`)
  return checksum([FORM, ...texts].join('\0'))
}

/** FNV-1a, twice. It tells an edit, not an attack, and unlike a hash of node:crypto takes no time to load. */
function checksum(text: string): string {
  let one = 0x811c9dc5
  let other = 0x1000193
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code ^ (one >>> 16), 0x85ebca6b)
  }
  return (one >>> 0).toString(16).padStart(8, '0') + (other >>> 0).toString(16).padStart(8, '0')
}

function sourceFiles(): string[] {
  const fixtures = readdirSync(join(root, 'fixtures'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    // The same name on every system.
    .map((file) => `fixtures/${file.replaceAll('\\', '/')}`)
  return ['spec/openapi.yaml', ...fixtures.sort()]
}
