/**
 * Creates the folder for compiled code, and returns its path. Returns undefined if another user can write to the folder, because Node.js
 * does not compare the code in the folder with its source.
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
    // Skip the test on Windows, where only the user can write to this folder.
    const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0)
    return isOwn ? folder : undefined
  } catch {
    return undefined
  }
}
