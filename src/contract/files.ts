import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

// What the kit reads of its own package, and of the folders of its users. Nothing else in this folder does I/O.

/** The folder of the package, with a slash at its end. */
export const packageRoot: URL = new URL('.', pathToFileURL(String(findPackageJSON(import.meta.url))))

/** The path of the contract that ships with the kit. */
export const contractFile: string = fileURLToPath(new URL('spec/openapi.yaml', packageRoot))

/** Reads the text of the contract, or of another file. */
export function readText(file: string = contractFile): string {
  return readFileSync(file, 'utf8')
}

/** Reads the name and version of this package. */
export function readKit(): { name: string; version: string } {
  const { name, version }: { name: string; version: string } = JSON.parse(
    readText(fileURLToPath(new URL('package.json', packageRoot))),
  )
  return { name, version }
}
