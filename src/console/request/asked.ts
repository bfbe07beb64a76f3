/** A request as the form describes it. What is left empty in the form is undefined here. */
export type Asked = {
  /** What stands before `/plants`. */
  base: string
  /** The user whose token it is, where it is a user's. */
  user: string | undefined
  token: string | undefined
  /** As it was typed, so that bad values can be sent too. */
  limit: string | undefined
  /** Names and values in order. */
  preferences: readonly (readonly [name: string, value: string])[]
  session: string | undefined
}

/** The address to ask, with the parameters of the contract and no others. */
export function addressOf({ base, limit }: Asked): string {
  return base + PATH + query(limit === undefined ? [] : [['limit', limit]])
}

/** The fields to send along. */
export function fieldsOf({ token, preferences, session }: Asked): [name: string, value: string][] {
  const fields: [string, string][] = []
  if (token !== undefined) fields.push(['Authorization', `Bearer ${token}`])
  if (preferences.length > 0) fields.push(['Prefer', preferText(preferences)])
  if (session !== undefined) fields.push(['X-Plant-Store-Session', session])
  return fields
}

/** One address that says it all, for where no field can be set. A token that is no user's cannot be put into it. */
export function wholeAddress({ base, user, limit, preferences, session }: Asked): string {
  const pairs: [string, string][] = []
  if (limit !== undefined) pairs.push(['limit', limit])
  if (user !== undefined) pairs.push(['__user', user])
  for (const [name, value] of preferences) pairs.push([`__${name}`, value])
  if (session !== undefined) pairs.push(['__session', session])
  return base + PATH + query(pairs)
}

const PATH = '/plants'

function query(pairs: readonly (readonly [string, string])[]): string {
  if (pairs.length === 0) return ''
  return `?${pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`
}

/** Percent-encoded but for what a query may hold plainly and reads better for it. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%3A|%2C/g, decodeURIComponent)
}

/** RFC 7240: what is no token has to be quoted. Colons are not, for the eye's sake: the mock reads both. */
function preferText(preferences: Asked['preferences']): string {
  const words = preferences.map(([name, value]) =>
    /^[\w.:+-]+$/.test(value) ? `${name}=${value}` : `${name}="${value.replaceAll(/["\\]/g, '\\$&')}"`,
  )
  return words.join(', ')
}
