const LONGEST = 60

/** A value from a request as it may stand in a message: in quotes, escaped, and cut when it is long. */
export function quote(value: string): string {
  // A cut may part a surrogate pair, and half of one is no Unicode text.
  return JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST).toWellFormed()}…` : value)
}
