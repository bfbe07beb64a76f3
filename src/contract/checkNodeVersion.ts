// The minimum version of Node.js, as in `engines` of package.json. This file has no imports, so that old versions of Node.js can run it.
const [MAJOR, MINOR] = [22, 18]

/** Returns the error message for a version of Node.js that is too old, or undefined if the kit runs on this version. */
export function checkNodeVersion(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > MAJOR || (major === MAJOR && minor >= MINOR)) return undefined
  return `plant-store-kit needs Node.js ${MAJOR}.${MINOR} or later; this is ${version}`
}
