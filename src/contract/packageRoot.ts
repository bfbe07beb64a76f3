/** The folder of the package, with a slash at its end. Asked for once: looking a package up takes a millisecond. */
export const packageRoot: URL = new URL('.', import.meta.resolve('plant-store-kit/package.json'))
