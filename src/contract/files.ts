import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { join } from 'node:path'

// In this folder, only this file reads data: files of the kit's package and of the kit's users.

/** Returns the path of a file or folder of the kit's package. Finding the package takes time, and few mocks need its files. */
export function findKitFile(path: string): string {
  return join(String(findPackageJSON(import.meta.url)), '..', path)
}

/** Reads a file as text. The default is the contract in the kit's package. */
export function readText(file = findKitFile('spec/openapi.yaml')): string {
  return readFileSync(file, 'utf8')
}

/** Reads the name and version of this package. */
export function readKit(): { name: string; version: string } {
  const { name, version } = JSON.parse(readText(findKitFile('package.json')))
  return { name, version }
}
