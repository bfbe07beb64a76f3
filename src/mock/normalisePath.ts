/**
 * Gives paths that are equivalent under RFC 3986, section 6.2.2 the same spelling: `/pl%61nts` becomes `/plants`, and `%2f` becomes
 * `%2F`, which is still not a slash. Returns undefined if a percent sign does not start an escape.
 */
// 12 equivalent mutants: Other paths and methods, and other spellings of the path, are free.
export function normalisePath(path: string): string | undefined {
  if (/%(?![0-9A-Fa-f]{2})/.test(path)) return undefined
  return path.replaceAll(/%[0-9A-Fa-f]{2}/g, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return /[A-Za-z0-9\-._~]/.test(character) ? character : escaped.toUpperCase()
  })
}
