/** A tsconfig.json that checks all types, also those of packages. */
export function strictTypes(options: object = {}): string {
  const compilerOptions = {
    noEmit: true,
    strict: true,
    target: 'es2023',
    module: 'nodenext',
    allowImportingTsExtensions: true,
    types: ['node'],
    ...options,
  }
  return JSON.stringify({ compilerOptions })
}
