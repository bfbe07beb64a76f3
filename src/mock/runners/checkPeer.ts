import { createRequire } from 'node:module'

/** Throws an Error if the installed version of a package is older than an entry of the kit needs. */
export function checkPeer(entry: string, name: string, oldest: string): void {
  const { version }: { version: string } = createRequire(import.meta.url)(`${name}/package.json`)
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = oldest.split('.').map(Number)
  if (major < leastMajor || (major === leastMajor && minor < leastMinor))
    throw new Error(`${entry} needs ${name} ${oldest} or later; this is ${version}`)
}
