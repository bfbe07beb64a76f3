/** A tsconfig.json that checks all types, also those of packages. */
export function strictTypes(
  options: object = { module: 'nodenext', allowImportingTsExtensions: true },
): string {
  const compilerOptions = { noEmit: true, strict: true, target: 'esnext', types: ['node'], ...options }
  return JSON.stringify({ compilerOptions })
}
