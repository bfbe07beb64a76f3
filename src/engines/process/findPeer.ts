import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** An installed package that the kit uses but does not depend on. */
export type Peer = { version: string; folder: string; manifest: Manifest }

type Manifest = { version?: string; main?: string; bin?: Record<string, string> }

/** Finds a package from the working directory, then from the kit; undefined if it is not installed. */
export function findPeer(name: string): Peer | undefined {
  for (const origin of [join(process.cwd(), 'package.json'), import.meta.url]) {
    const path = resolve(origin, `${name}/package.json`)
    if (path === undefined) continue
    const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'))
    return { version: manifest.version ?? 'unknown', folder: dirname(path), manifest }
  }
  return undefined
}

function resolve(origin: string, request: string): string | undefined {
  try {
    return createRequire(origin).resolve(request)
  } catch {
    return undefined
  }
}
