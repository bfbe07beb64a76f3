/** One challenge of a WWW-Authenticate header: its scheme in lower case, and its parameters in order. */
export type Challenge = {
  scheme: string
  parameters: readonly (readonly [name: string, value: string])[]
  /** The challenge has a single opaque value instead of parameters. */
  opaque: boolean
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const PARAMETER = new RegExp(`^(${TOKEN})[ \\t]*=[ \\t]*(${TOKEN}|"(?:[^"\\\\]|\\\\.)*")`, 's')
const SCHEME = new RegExp(`^(${TOKEN})(?:[ \\t]+|(?=,|$))`)
const OPAQUE = /^[A-Za-z0-9._~+/-]+=*[ \t]*(?=,|$)/

/**
 * Parses a list of challenges (RFC 9110 section 11.6.1), in which a comma separates both parameters and challenges.
 * Returns undefined if it is malformed.
 */
export function parseChallenges(text: string): Challenge[] | undefined {
  const challenges: { scheme: string; parameters: [string, string][]; opaque: boolean }[] = []
  let rest = text.trimEnd().replace(/^[\s,]+/, '')
  while (rest !== '') {
    const parameter = PARAMETER.exec(rest)
    const current = challenges.at(-1)
    if (parameter && current) {
      const [whole, name = '', value = ''] = parameter
      current.parameters.push([name.toLowerCase(), value])
      rest = rest.slice(whole.length).trimStart()
    } else {
      const [whole, scheme] = SCHEME.exec(rest) ?? []
      if (whole === undefined || scheme === undefined || parameter) return undefined
      rest = rest.slice(whole.length)
      const [value] = PARAMETER.test(rest) ? [] : (OPAQUE.exec(rest) ?? [])
      challenges.push({ scheme: scheme.toLowerCase(), parameters: [], opaque: value !== undefined })
      if (value !== undefined) rest = rest.slice(value.length)
      else if (rest !== '' && !rest.startsWith(',')) continue
    }
    if (rest !== '' && !rest.startsWith(',')) return undefined
    rest = rest.replace(/^[\s,]+/, '')
  }
  return challenges
}
