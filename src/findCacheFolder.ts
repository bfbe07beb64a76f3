/**
 * Creates the folder for compiled code, and returns its path. Returns undefined if other users have access to the folder, because Node.js
 * does not check that the compiled code in the folder comes from its source.
 */
export function findCacheFolder(): string | undefined {
  const { LOCALAPPDATA, HOME, XDG_CACHE_HOME = HOME && `${HOME}/.cache` } = process.env
  const parent = process.platform === 'win32' ? LOCALAPPDATA : XDG_CACHE_HOME
  if (!parent) return undefined
  const folder = `${parent}/plant-store-kit`
  const { lstatSync, mkdirSync } = process.getBuiltinModule('node:fs')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { uid, mode } = lstatSync(folder)
    // Skip the test on Windows, where by default, other users cannot write to this folder.
    const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0)
    return isOwn ? folder : undefined
  } catch {
    return undefined
  }
}
