import Module, { createRequire } from 'node:module'

type Resolver = { _resolveFilename: (request: string, ...rest: readonly unknown[]) => string }

/**
 * Lets packages of Prism find what they use without declaring it, from the entry of Prism, which declares it. Only Yarn's
 * Plug'n'Play insists on the declaration. It replaces this function of Node.js too, and no public hook comes after it.
 */
export function findUndeclared(entry: string): void {
  if (process.versions.pnp === undefined) return
  const resolver = Module as unknown as Resolver
  const resolve = resolver._resolveFilename
  const fromEntry = createRequire(entry)
  let isSecondTry = false
  resolver._resolveFilename = (request, ...rest) => {
    try {
      return resolve.call(Module, request, ...rest)
    } catch (error) {
      if (isSecondTry) throw error
      isSecondTry = true
      try {
        return fromEntry.resolve(request)
      } catch {
        throw error
      } finally {
        isSecondTry = false
      }
    }
  }
}
