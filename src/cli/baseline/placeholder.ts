const START = 'FILL IN'

/** What --baseline-update writes where only a person knows what to write. A baseline with such a text is refused. */
export const placeholders = {
  reason: `${START}: why it is accepted for now`,
  owner: `${START}, or remove this line: who will fix it`,
  expires: `${START}: the last day on which it is accepted, as YYYY-MM-DD`,
}

export function isPlaceholder(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(START)
}
