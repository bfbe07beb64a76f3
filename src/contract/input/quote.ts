const LONGEST = 60

/** A value that a user gave, ready for a message: in quotes, escaped, and cut if it is long. */
export function quote(value: string): string {
  // A cut can split a surrogate pair, and half of one is not valid Unicode.
  return JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST).toWellFormed()}…` : value)
}
