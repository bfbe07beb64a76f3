import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { pathToFileURL } from 'node:url'

// In this folder, only this file reads data: files of the kit's package and of the kit's users.

/** The package's folder, with a trailing slash. */
export const packageRoot: URL = new URL('.', pathToFileURL(String(findPackageJSON(import.meta.url))))

/** Reads a file as text. The default is the contract in the kit's package. */
export function readText(file: string | URL = new URL('spec/openapi.yaml', packageRoot)): string {
  return readFileSync(file, 'utf8')
}

/** Reads the name and version of this package. */
export function readKit(): { name: string; version: string } {
  const { name, version } = JSON.parse(readText(new URL('package.json', packageRoot)))
  return { name, version }
}
