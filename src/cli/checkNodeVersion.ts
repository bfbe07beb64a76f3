// As `engines` of package.json has it. Nothing may be imported here: an old Node.js has to come this far.
const MAJOR = 22
const MINOR = 18

/** Why a version of Node.js cannot run the kit; undefined where it can. */
export function checkNodeVersion(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > MAJOR || (major === MAJOR && minor >= MINOR)) return undefined
  return `plant-store needs Node.js ${MAJOR}.${MINOR} or later; this is ${version}`
}
