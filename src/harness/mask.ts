/** Takes every secret out of a text. The longest first, so that no part of one is left standing. */
export function masker(secrets: readonly (string | undefined)[]): (text: string) => string {
  const known = [
    ...new Set(secrets.filter((secret): secret is string => secret !== undefined && secret !== '')),
  ]
  known.sort((one, other) => other.length - one.length)
  return (text) => known.reduce((masked, secret) => masked.replaceAll(secret, '***'), text)
}
