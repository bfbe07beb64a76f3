import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { pathToFileURL } from 'node:url'

// In this folder, only this file reads data: files of the kit's package and of the kit's users.

/** Finds a file or folder in the kit's package. This is not a constant, because finding the package takes time, and few mocks need it. */
export function findKitFile(path: string): URL {
  return new URL(path, pathToFileURL(String(findPackageJSON(import.meta.url))))
}

/** Reads a file as text. The default is the contract in the kit's package. */
export function readText(file: string | URL = findKitFile('spec/openapi.yaml')): string {
  return readFileSync(file, 'utf8')
}

/** Reads the name and version of this package. */
export function readKit(): { name: string; version: string } {
  const { name, version } = JSON.parse(readText(findKitFile('package.json')))
  return { name, version }
}
