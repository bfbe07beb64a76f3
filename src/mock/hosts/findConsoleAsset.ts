import { globSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageRoot } from '../../contract/files.ts'

/** A file of the console. */
export type ConsoleAsset = { body: Uint8Array; type: string; encoding?: 'gzip' }

const ROOT = '/__admin/console/'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

let assets: ReadonlyMap<string, () => ConsoleAsset> | undefined

/** Finds the file for a path: the page for `/` and `/__admin/console/`, everything else below the latter. */
export function findConsoleAsset(path: string): ConsoleAsset | undefined {
  assets ??= listAssets(fileURLToPath(new URL('dist/console/', packageRoot)))
  return assets.get(path === '/' || path === ROOT ? `${ROOT}index.html` : path)?.()
}

/** Maps paths to the built files, so that no path can reach another file. */
function listAssets(folder: string): ReadonlyMap<string, () => ConsoleAsset> {
  const files = globSync('**/*.*', { cwd: folder })
  return new Map(
    files.map((file) => {
      const name = file.replaceAll(sep, '/').replace(/\.gz$/, '')
      return [ROOT + name, once(() => readAsset(join(folder, file), types[extname(name)] ?? 'text/plain'))]
    }),
  )
}

function readAsset(file: string, type: string): ConsoleAsset {
  const body = readFileSync(file)
  return file.endsWith('.gz') ? { body, type, encoding: 'gzip' } : { body, type }
}

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= make()
    return value
  }
}
