/**
 * One spelling for paths that RFC 3986, 6.2.2 holds to be equivalent: `/pl%61nts` is `/plants`, `%2f` is `%2F` and still
 * no slash. Undefined where a percent sign begins no escape.
 */
export function normalisePath(path: string): string | undefined {
  if (/%(?![0-9A-Fa-f]{2})/.test(path)) return undefined
  return path.replaceAll(/%[0-9A-Fa-f]{2}/g, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return /[A-Za-z0-9\-._~]/.test(character) ? character : escaped.toUpperCase()
  })
}
