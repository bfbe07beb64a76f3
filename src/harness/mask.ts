/** Shorter secrets may well be words of the text: they are taken out where they stand alone. */
const UNMISTAKABLE = 8

/** Takes every secret out of a text. The longest first, so that no part of one is left standing. */
export function masker(secrets: readonly (string | undefined)[]): (text: string) => string {
  const known = [...new Set(secrets.filter((secret) => secret !== undefined && secret !== ''))]
  known.sort((one = '', other = '') => other.length - one.length)
  const patterns = known.map((secret = '') => {
    const literal = secret.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    return new RegExp(secret.length < UNMISTAKABLE ? `(?<![\\w-])${literal}(?![\\w-])` : literal, 'gu')
  })
  return (text) => patterns.reduce((masked, pattern) => masked.replace(pattern, '***'), text)
}
