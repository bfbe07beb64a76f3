/** The folder of the package, with a slash at its end. A constant, because the lookup takes a millisecond. */
export const packageRoot: URL = new URL('.', import.meta.resolve('plant-store-kit/package.json'))
