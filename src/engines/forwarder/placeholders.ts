import { randomBytes } from 'node:crypto'

/** Placeholders for secrets: an engine gets a random word instead of each, and the forwarder puts the secret back. */
export type Placeholders = {
  hide: (secret: string) => string
  /** The text with the secrets in place of their placeholders. */
  reveal: (text: string) => string
}

const SYNTAX = /secret-[0-9a-f]{32}/g

export function createPlaceholders(): Placeholders {
  const placeholders = new Map<string, string>()
  const secrets = new Map<string, string>()
  return {
    hide(secret) {
      const known = placeholders.get(secret)
      if (known !== undefined) return known
      const placeholder = `secret-${randomBytes(16).toString('hex')}`
      placeholders.set(secret, placeholder)
      secrets.set(placeholder, secret)
      return placeholder
    },
    reveal: (text) => text.replace(SYNTAX, (placeholder) => secrets.get(placeholder) ?? placeholder),
  }
}
