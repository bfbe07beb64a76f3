// The minimum version of Node.js, as in `engines` of package.json. This file imports nothing, because old versions of Node.js run it too.
const [MAJOR, MINOR] = [22, 18]

/** Says why a version of Node.js is too old for the kit. Returns undefined if the kit runs on this version. */
export function checkNodeVersion(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > MAJOR || (major === MAJOR && minor >= MINOR)) return undefined
  return `plant-store-kit needs Node.js ${MAJOR}.${MINOR} or later; this is ${version}`
}
